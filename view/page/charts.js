// Lines and bands over time, drawn on canvases, with one cursor over all of them.
import { el } from './format.js';

const LEFT = 54, RIGHT = 6, TOP = 6, BOTTOM = 18;

/** color reads a colour of the style sheet. */
export const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** prepare sizes a canvas for the screen's pixels and returns its context and size. */
export function prepare(canvas, width, height) {
  const scale = window.devicePixelRatio || 1;
  const w = Math.round(width * scale), h = Math.round(height * scale);
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
  }
  const c = canvas.getContext('2d');
  c.setTransform(scale, 0, 0, scale, 0, 0);
  c.clearRect(0, 0, width, height);
  return c;
}

/** spark draws a trend: what is held as a line, what is fair as a fainter one. */
export function spark(canvas, share, fair) {
  const c = prepare(canvas, 72, 18);
  const most = Math.max(1e-9, ...share, ...fair);
  const line = (list, style, width) => {
    c.beginPath();
    list.forEach((v, i) => c.lineTo(1 + 70 * (list.length > 1 ? i / (list.length - 1) : 1), 16 - 14 * (v / most)));
    c.strokeStyle = style;
    c.lineWidth = width;
    c.stroke();
  };
  if (share.length === 0) return;
  line(fair, color('--faint'), 1);
  line(share, color('--accent'), 1.4);
}

const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 21600, 43200, 86400, 172800, 604800];

/** nice is the least round number that is not less. */
export function nice(v) {
  if (!(v > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(v));
  return [1, 2, 2.5, 5, 10].map((m) => m * power).find((x) => x >= v * 0.999);
}

/**
 * Charts are several charts of the same times. A chart has a title, lines
 * {name, color, y, dash} and bands {color, low, high}, and a format for values. moved is told the
 * cursor's time, null if there is none; share(title, most) returns the most that an axis has to show.
 */
export class Charts {
  constructor(host, moved, share) {
    Object.assign(this, { host, moved, share });
    this.charts = [];
    this.t = [];
    this.events = [];
    this.at = null; // index of the cursor's point; null: that of the time that is shown
    this.now = null; // the time that is shown; null: the last
    host.addEventListener('keydown', (e) => this.keydown(e));
    host.addEventListener('pointerleave', () => this.move(null));
    new ResizeObserver(() => this.draw()).observe(host);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.draw());
  }

  /**
   * show draws charts over the times t, in seconds, with marks of events [[number, time, text]].
   * now is the time that the page shows, null if that is the last.
   */
  show(t, charts, events, moment, now) {
    Object.assign(this, { t, events, moment, now });
    while (this.charts.length < charts.length) this.charts.push(this.add());
    this.charts.forEach((x, i) => {
      x.box.hidden = i >= charts.length;
      x.chart = charts[i];
    });
    if (this.at !== null && this.at >= t.length) this.at = null;
    this.draw();
  }

  add() {
    const x = { title: el('h3'), canvas: el('canvas', { 'aria-hidden': 'true' }), legend: el('ul') };
    x.box = el('div', { className: 'chart' }, x.title, x.canvas, x.legend);
    x.canvas.addEventListener('pointermove', (e) => {
      const r = x.canvas.getBoundingClientRect();
      const part = (e.clientX - r.left - LEFT) / (r.width - LEFT - RIGHT);
      this.move(this.nearest(this.t[0] + part * (this.t.at(-1) - this.t[0])));
    });
    this.host.append(x.box);
    return x;
  }

  nearest(time) {
    let best = 0;
    this.t.forEach((v, i) => { if (Math.abs(v - time) < Math.abs(this.t[best] - time)) best = i; });
    return best;
  }

  /** goTo moves the cursor to a time, or takes it away (null); quietly: because another page did. */
  goTo(time, quiet) { this.move(time === null ? null : this.nearest(time), quiet); }

  move(at, quiet = false) {
    this.at = at;
    this.draw();
    this.moved(at === null ? null : this.t[at], quiet);
  }

  keydown(e) {
    const n = this.t.length;
    if (n === 0) return;
    const at = this.at ?? n - 1;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, PageUp: at - Math.ceil(n / 10), PageDown: at + Math.ceil(n / 10), Home: 0, End: n - 1 }[e.key];
    if (e.key === 'Escape') this.move(null);
    else if (to !== undefined) this.move(Math.min(Math.max(to, 0), n - 1));
    else return;
    e.preventDefault();
    e.stopPropagation();
  }

  draw() {
    for (const x of this.charts) if (!x.box.hidden && x.chart) this.drawOne(x);
  }

  drawOne({ chart, title, canvas, legend }) {
    const { t } = this;
    const width = canvas.clientWidth, height = 120;
    if (width === 0) return;
    const c = prepare(canvas, width, height);
    const all = [...chart.lines.map((l) => l.y), ...(chart.bands ?? []).map((b) => b.high)];
    const highest = Math.max(0, ...all.map((y) => y.reduce((a, b) => Math.max(a, b), 0)));
    const most = chart.most ?? nice(this.share(chart.title, highest));
    const span = Math.max(1e-9, (t.at(-1) ?? 0) - (t[0] ?? 0));
    const px = (time) => LEFT + (width - LEFT - RIGHT) * (t.length > 1 ? (time - t[0]) / span : 1);
    const py = (v) => TOP + (height - TOP - BOTTOM) * (1 - Math.min(v, most) / most);
    c.font = '11px system-ui, sans-serif';
    this.axes(c, width, height, px, py, most, chart);
    for (const b of chart.bands ?? []) {
      c.beginPath();
      t.forEach((time, i) => c.lineTo(px(time), py(b.high[i])));
      for (let i = t.length - 1; i >= 0; i--) c.lineTo(px(t[i]), py(b.low[i]));
      c.fillStyle = color(b.color);
      c.globalAlpha = 0.18;
      c.fill();
      c.globalAlpha = 1;
    }
    for (const l of chart.lines) {
      c.beginPath();
      t.forEach((time, i) => c.lineTo(px(time), py(l.y[i])));
      c.strokeStyle = color(l.color);
      c.lineWidth = 1.5;
      c.setLineDash(l.dash ? [4, 3] : []);
      c.globalAlpha = l.dash ? 0.6 : 1;
      c.stroke();
    }
    c.setLineDash([]);
    c.globalAlpha = 1;
    this.marks(c, height, px);
    const at = this.at ?? (this.now === null ? t.length - 1 : this.nearest(this.now));
    const line = (time, style) => {
      c.fillStyle = color(style);
      c.fillRect(Math.round(px(time)), TOP, 1, height - TOP - BOTTOM);
    };
    if (this.now !== null) line(this.now, '--accent');
    if (this.at !== null) line(t[at], '--ink');
    title.textContent = chart.title;
    legend.replaceChildren(...chart.lines.filter((l) => !l.dash).map((l) => {
      const swatch = el('i');
      swatch.style.background = color(l.color);
      return el('li', {}, swatch, `${l.name} ${t.length > 0 ? chart.format(l.y[at]) : ''}${l.fair ? ` of ${chart.format(l.fair[at])}` : ''}`);
    }));
  }

  axes(c, width, height, px, py, most, chart) {
    c.fillStyle = color('--soft');
    c.strokeStyle = color('--line');
    c.lineWidth = 1;
    c.textBaseline = 'middle';
    c.textAlign = 'right';
    for (const v of [0, most / 2, most]) {
      const y = Math.round(py(v)) + 0.5;
      c.beginPath();
      c.moveTo(LEFT, y);
      c.lineTo(width - RIGHT, y);
      c.stroke();
      c.fillText((chart.axis ?? chart.format)(v), LEFT - 4, y);
    }
    const t = this.t;
    if (t.length < 2) return;
    c.textBaseline = 'alphabetic';
    c.textAlign = 'center';
    const span = t.at(-1) - t[0];
    const step = steps.find((s) => span / s <= (width - LEFT) / 74) ?? Math.ceil(span / 5);
    for (let v = Math.ceil(t[0] / step) * step; v <= t.at(-1); v += step) {
      const x = px(v);
      if (x > LEFT + 12 && x < width - 24) c.fillText(step < 60 ? this.moment(v) : this.moment(v).slice(0, -3), x, height - 5);
    }
  }

  marks(c, height, px) {
    c.fillStyle = color('--faint');
    for (const [, time] of this.events) {
      if (time < this.t[0] || time > this.t.at(-1)) continue;
      const x = Math.round(px(time));
      c.globalAlpha = 0.5;
      c.fillRect(x, TOP, 1, height - TOP - BOTTOM);
      c.globalAlpha = 1;
      c.beginPath();
      c.moveTo(x - 3, height - BOTTOM + 5);
      c.lineTo(x + 4, height - BOTTOM + 5);
      c.lineTo(x + 0.5, height - BOTTOM);
      c.fill();
    }
  }
}
