// Two pages side by side: one slider, one cursor over all charts, and what is chosen in one
// is chosen in the other.
import { el, percent, moment } from './format.js';
import { DOMINANT } from './model.js';
import { hashOf, inHash, keepTime } from './panel.js';

const MOST_DIFFERENCES = 5;
const EVERY = 250; // ms between two frames that are played

const $ = (id) => document.getElementById(id);
const pages = []; // what each page within does when it is told, by its index
const least = [new Map(), new Map()]; // what each needs of scales that they share
let times = [], began = false, playing = false, names = [];

/** beside is what the pages within find in the window that they are in. */
window.beside = {
  /** join is called once by each page: hooks are what it does when the other one has changed. */
  join(hooks) {
    const index = [...document.querySelectorAll('iframe')].findIndex((frame) => frame.contentWindow === hooks.window);
    pages[index] = hooks;
    const other = () => pages[1 - index];
    return {
      /** tell passes on what was chosen: tell('cursor', time). */
      tell(what, value) {
        if (what === 'hash') history.replaceState(null, '', hashOf({ ...inHash(value).whom, ...(times.length > 0 && { at: shown() }) }));
        other()?.[what]?.(value);
      },
      /** share returns the larger of what both need of a scale. */
      share(name, value) {
        const before = Math.max(least[index].get(name) ?? 0, least[1 - index].get(name) ?? 0);
        least[index].set(name, value);
        const now = Math.max(value, least[1 - index].get(name) ?? 0);
        if (now !== before) queueMicrotask(() => other()?.redraw());
        return now;
      },
      ready,
    };
  },
};

/** ready is called by a page when it has drawn a state. */
function ready() {
  if (!pages[0]?.model.cluster || !pages[1]?.model.cluster) return;
  const all = pages.flatMap((p) => p.model.player?.times ?? []);
  times = [...new Set(all)].sort((a, b) => a - b);
  $('player').hidden = times.length === 0;
  if (Number($('slider').max) !== times.length - 1) $('slider').max = Math.max(0, times.length - 1);
  if (!began) begin();
  drawMoment();
  drawDifferences();
}

/** shown is the time that the slider is at. */
const shown = () => times[Number($('slider').value)];

/** begin shows what the address names: without a time the end. */
function begin() {
  began = true;
  const { at, whom } = inHash(location.hash);
  if (Object.keys(whom).length > 0) pages.forEach((p) => p.hash(hashOf(whom)));
  if (times.length === 0) return;
  $('slider').value = at === undefined ? times.length - 1 : Math.max(0, times.findLastIndex((t) => t <= at));
  show();
}

function drawMoment() {
  if (times.length === 0) return;
  const { epoch } = pages[0].model, at = shown();
  keepTime(at);
  $('slider').setAttribute('aria-valuetext', moment(at, epoch));
  $('moment').textContent = `${moment(at, epoch)} of ${moment(times.at(-1), epoch)}`;
}

/** drawDifferences lists the roles whose shares differ most. */
function drawDifferences() {
  const [a, b] = pages.map((p) => p.model);
  const share = (model, path) => model.role(path)?.share(DOMINANT).held ?? 0;
  const paths = [...new Set([...a.byPath.keys(), ...b.byPath.keys()])];
  const list = paths.map((path) => ({ path, first: share(a, path), second: share(b, path) }))
    .map((x) => ({ ...x, by: x.second - x.first })).filter((x) => Math.abs(x.by) > 0.0005)
    .sort((x, y) => Math.abs(y.by) - Math.abs(x.by) || (x.path < y.path ? -1 : 1)).slice(0, MOST_DIFFERENCES);
  const item = (x) => el('li', {}, el('button', { className: 'link', type: 'button', textContent: x.path, onclick: () => pages.forEach((p) => p.hash(hashOf({ role: x.path }))) }),
    ` ${percent(x.first)} and ${percent(x.second)}, `, el('b', { textContent: `${x.by > 0 ? '+' : '\u2212'}${percent(Math.abs(x.by))}` }));
  $('differences').replaceChildren(el('h2', { textContent: list.length === 0 ? 'At this time all roles have the same shares in both.' : `Shares that differ most at this time: ${names[0]}, and ${names[1]}` }),
    el('ul', {}, ...list.map(item)));
}

/** show has both pages show the time that the slider is at. */
async function show() {
  drawMoment();
  const time = shown();
  await Promise.all(pages.map((p) => p.goTo(time)));
}

async function play() {
  while (playing) {
    if (Number($('slider').value) >= times.length - 1) break;
    $('slider').value = Number($('slider').value) + 1;
    await show();
    await new Promise((done) => setTimeout(done, EVERY));
  }
  setPlaying(false);
}

function setPlaying(on) {
  playing = on;
  $('play').textContent = on ? 'Pause' : 'Play';
  $('play').setAttribute('aria-pressed', on);
}

$('slider').addEventListener('input', show);
$('play').onclick = () => {
  setPlaying(!playing);
  if (!playing) return;
  if (Number($('slider').value) >= times.length - 1) $('slider').value = 0;
  play();
};

addEventListener('hashchange', begin);

names = await (await fetch('names', { cache: 'no-store' })).json();
document.title = `${names[0]} and ${names[1]}`;
$('sides').append(...names.map((name, i) => el('section', {}, el('h2', {}, el('a', { className: 'link', href: `${i}/`, textContent: name })), el('iframe', { src: `${i}/`, title: name }))));
