// Agents as a heat map: one cell each, on a canvas.
import { el, percent } from './format.js';
import { CELL, THERE, ADMITTED, MAINTENANCE, FULL } from './model.js';
import { color } from './charts.js';

const MOST_HEIGHT = 360;

const rgb = (text) => {
  const hex = text.replace('#', '');
  return [0, 2, 4].map((i) => parseInt(hex.slice(i, i + 2), 16));
};

/** Heat draws the cells. over is told the slot that the pointer or the keys are at, null for none; open the one chosen. */
export class Heat {
  constructor(host, legend, { over, open }) {
    Object.assign(this, { host, over, open });
    this.canvas = el('canvas', { tabIndex: 0, role: 'application', 'aria-label': 'Agents by how full they are. Arrow keys go from one to the next, Enter explains it.' });
    host.append(this.canvas);
    this.ramp = el('canvas', { className: 'ramp', width: 100, height: 1 });
    this.states = el('span');
    legend.append(el('span', {}, '0 %', this.ramp, '100 %'), this.states);
    this.cells = new Uint8Array(0);
    this.slots = []; // that have an agent, in the order of the cells
    this.at = -1;
    this.shade = 1;
    this.canvas.addEventListener('pointermove', (e) => this.point(e));
    this.canvas.addEventListener('pointerleave', () => this.go(-1));
    this.canvas.addEventListener('click', (e) => {
      this.point(e);
      if (this.at >= 0) this.open(this.slots[this.at]);
    });
    this.canvas.addEventListener('keydown', (e) => this.keydown(e));
    new ResizeObserver(() => this.draw()).observe(host);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.draw());
  }

  /** show shows cells in an order: by 'slot', the fullest first ('full'), or those that are not offered or under maintenance ('away'). */
  show(cells, shade, order) {
    Object.assign(this, { cells, shade });
    const before = this.slots[this.at];
    this.slots = [];
    for (let slot = 0; CELL * slot < cells.length; slot++) if (cells[CELL * slot] & THERE) this.slots.push(slot);
    const away = (slot) => (cells[CELL * slot] & ADMITTED ? 0 : 2) + (cells[CELL * slot] & MAINTENANCE ? 1 : 0);
    if (order === 'full') this.slots.sort((a, b) => cells[CELL * b + shade] - cells[CELL * a + shade] || a - b);
    else if (order === 'away') this.slots.sort((a, b) => away(b) - away(a) || a - b);
    this.at = before === undefined ? -1 : this.slots.indexOf(before);
    this.draw();
  }

  /** cell is what is known of an agent. */
  cell(slot) {
    const [flags, held, used] = this.cells.subarray(CELL * slot, CELL * (slot + 1));
    return { held: held / FULL, used: used / FULL, admitted: (flags & ADMITTED) !== 0, maintenance: (flags & MAINTENANCE) !== 0 };
  }

  layout() {
    const n = Math.max(1, this.slots.length), width = Math.max(40, this.host.clientWidth);
    const size = Math.max(2, Math.min(14, Math.floor(Math.sqrt((width * MOST_HEIGHT) / n))));
    this.size = size;
    this.columns = Math.max(1, Math.floor(width / size));
    this.rows = Math.ceil(n / this.columns);
  }

  draw() {
    if (this.host.clientWidth === 0) return;
    this.layout();
    const { size, columns, rows, cells, slots, canvas } = this;
    const from = rgb(color('--track')), to = rgb(color('--accent')), away = rgb(color('--faint')), warn = rgb(color('--warn'));
    const ramp = Array.from({ length: FULL + 1 }, (_, i) => from.map((v, k) => Math.round(v + (to[k] - v) * (i / FULL))));
    const w = columns * size, h = rows * size;
    canvas.width = w;
    canvas.height = h;
    canvas.style.width = `${w}px`;
    canvas.style.height = `${h}px`;
    const c = canvas.getContext('2d');
    const image = c.createImageData(w, h), pixels = new Uint32Array(image.data.buffer);
    const pack = ([r, g, b]) => (255 << 24) | (b << 16) | (g << 8) | r;
    const shades = ramp.map(pack), awayPixel = pack(away), warnPixel = pack(warn);
    const gap = size >= 4 ? 1 : 0;
    slots.forEach((slot, i) => {
      const flags = cells[CELL * slot];
      const left = (i % columns) * size, top = Math.floor(i / columns) * size;
      const shade = shades[Math.min(FULL, cells[CELL * slot + this.shade])];
      for (let y = 0; y < size - gap; y++) {
        for (let x = 0; x < size - gap; x++) {
          let pixel = shade;
          if (!(flags & ADMITTED) && (x + y) % 3 === 0) pixel = awayPixel;
          if (flags & MAINTENANCE && (y === 0 || x === 0)) pixel = warnPixel;
          pixels[(top + y) * w + left + x] = pixel;
        }
      }
    });
    c.putImageData(image, 0, 0);
    if (this.at >= 0) {
      c.strokeStyle = color('--ink');
      c.lineWidth = 2;
      c.strokeRect((this.at % columns) * size - 1, Math.floor(this.at / columns) * size - 1, size + 1, size + 1);
    }
    const r = this.ramp.getContext('2d');
    for (let i = 0; i < 100; i++) {
      r.fillStyle = `rgb(${ramp[Math.round((i / 99) * FULL)].join()})`;
      r.fillRect(i, 0, 1, 1);
    }
    this.count();
  }

  /** count says how many agents are in which state. */
  count() {
    let away = 0, maintenance = 0, empty = 0;
    for (const slot of this.slots) {
      const flags = this.cells[CELL * slot];
      if (!(flags & ADMITTED)) away++;
      if (flags & MAINTENANCE) maintenance++;
      if (this.cells[CELL * slot + this.shade] === 0) empty++;
    }
    const n = (v) => v.toLocaleString('en');
    this.states.textContent = `${n(this.slots.length)} agents, ${n(empty)} empty, ${n(away)} not offered (striped), ${n(maintenance)} under maintenance (edged)`;
  }

  point(e) {
    const r = this.canvas.getBoundingClientRect();
    const x = Math.floor((e.clientX - r.left) / this.size), y = Math.floor((e.clientY - r.top) / this.size);
    const at = y * this.columns + x;
    this.go(x < this.columns && at < this.slots.length ? at : -1);
  }

  go(at) {
    if (at === this.at) return;
    this.at = at;
    this.draw();
    this.over(at < 0 ? null : this.slots[at]);
  }

  keydown(e) {
    const n = this.slots.length;
    const to = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, ArrowUp: this.at - this.columns, ArrowDown: this.at + this.columns, Home: 0, End: n - 1 }[e.key];
    if (e.key === 'Enter' && this.at >= 0) this.open(this.slots[this.at]);
    else if (to !== undefined && n > 0) this.go(Math.min(Math.max(this.at < 0 ? 0 : to, 0), n - 1));
    else return;
    e.preventDefault();
  }

  /** text says how full an agent is. */
  text(slot) {
    const x = this.cell(slot);
    return `${percent(x.held)} offered or used, ${percent(x.used)} used by tasks${x.admitted ? '' : ', not offered'}${x.maintenance ? ', under maintenance' : ''}`;
  }
}
