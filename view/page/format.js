// Figures as they are shown, and elements made of text: nothing that the server names ever
// becomes markup.

/** el makes an element with properties, attributes (those with a dash, and role) and children. */
export function el(tag, props = {}, ...children) {
  const e = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (key.includes('-') || key === 'role') e.setAttribute(key, value);
    else e[key] = value;
  }
  e.append(...children.filter((c) => c !== null && c !== undefined));
  return e;
}

/**
 * replace replaces what is in an element. What had the focus in it, or what stands in its place
 * now, has it afterwards, so that who moves by keys is not sent to the top.
 */
export function replace(host, ...children) {
  const buttons = () => [...host.querySelectorAll('button')];
  const had = buttons().find((b) => b === document.activeElement), place = buttons().indexOf(had);
  host.replaceChildren(...children);
  if (!had) return;
  const now = buttons(), same = (b) => b?.textContent === had.textContent;
  (same(now[place]) ? now[place] : now.find(same) ?? now[Math.min(place, now.length - 1)])?.focus({ preventScroll: true });
}

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const tenth = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const fine = new Intl.NumberFormat('en', { maximumFractionDigits: 3 });

/** count shows a whole number. */
export const count = (n) => whole.format(n);

/** percent shows a part, of the cluster if nothing else is said. */
export function percent(part) {
  const p = 100 * part;
  if (p === 0) return '0 %';
  if (p < 0.01) return '< 0.01 %';
  return `${p < 1 ? p.toFixed(2) : p.toFixed(1)} %`;
}

/** scale shows a part on an axis. */
export const scale = (part) => `${Number((100 * part).toFixed(2))} %`;

const sizes = ['MiB', 'GiB', 'TiB', 'PiB', 'EiB'];

/** amount shows so much of a resource with its unit. */
export function amount(name, n) {
  if (n === 0) return '0';
  if (name !== 'mem' && name !== 'disk') return `${(n >= 100 ? whole : fine).format(n)} ${name}`;
  let unit = 0;
  for (; n >= 1024 && unit < sizes.length - 1; unit++) n /= 1024;
  return `${tenth.format(n)} ${sizes[unit]}${name === 'disk' ? ' disk' : ''}`;
}

/** seconds shows how long something takes. */
export function seconds(s) {
  if (s === 0) return '0 s';
  if (s < 1e-3) return `${(s * 1e6).toFixed(0)} µs`;
  if (s < 1) return `${(s * 1e3).toFixed(s < 0.01 ? 2 : 1)} ms`;
  if (s < 120) return `${tenth.format(s)} s`;
  if (s < 7200) return `${tenth.format(s / 60)} min`;
  if (s < 172800) return `${tenth.format(s / 3600)} h`;
  return `${tenth.format(s / 86400)} d`;
}

/** ago shows how long ago something was. */
export const ago = (s) => `${s < 1 ? `${tenth.format(Math.max(0, s))} s` : seconds(s)} ago`;

const two = (n) => String(Math.floor(n)).padStart(2, '0');

/** moment shows a time of the allocator's clock: of the day if that is known. */
export function moment(t, epoch) {
  if (epoch !== undefined) {
    const d = new Date((t + epoch) * 1000);
    return `${two(d.getHours())}:${two(d.getMinutes())}:${two(d.getSeconds())}`;
  }
  const day = Math.floor(t / 86400);
  return `${day > 0 ? `${day} d ` : ''}${two((t % 86400) / 3600)}:${two((t % 3600) / 60)}:${two(t % 60)}`;
}

/** what shows resources as the server describes them: name, amount or text, and a note. */
export const what = (list) => list.map(([name, v, note]) => (typeof v === 'number' ? amount(name, v) : `${name} ${v}`) + (note ? ` ${note}` : '')).join(', ');

const ends = new Map([['cpus', 'cpus'], ['gpus', 'GPUs'], ['mem', 'memory']]);

/** label names a resource. */
export const label = (name) => ends.get(name) ?? name;
