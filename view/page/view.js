// The page: asks the server, and shows what it answers.
import { el, replace, amount, what, count, percent, scale as axis, seconds, ago, moment, label } from './format.js';
import { Model, DOMINANT, LENT } from './model.js';
import { List } from './list.js';
import { Charts, spark, nice } from './charts.js';
import { Heat } from './heat.js';
import { Panel, link, hashOf, inHash, keepTime } from './panel.js';

const EVERY = 1000, SLOW = 2000, PATIENCE = 8000, HISTORY_EVERY = 5000, EXPLAIN_EVERY = 10000, FAILED_EVERY = 2000;
const FIRST_ROLES = 6; // that the chart of roles shows
const HUES = 12; // of lines

const $ = (id) => document.getElementById(id);
const model = new Model();

// Beside another page (side.js) this one has no slider of its own, and shares choices, the
// cursor and scales with it. By itself, share returns what it is given.
const outer = window.parent !== window ? window.parent.beside : undefined;
const both = outer?.join({ window, model, goTo, cursor: (time) => charts.goTo(time, true), choose, hash, scroll: (y) => scrollTo(0, y), redraw }) ??
  { tell() {}, share: (_, value) => value, ready() {} };
document.body.classList.toggle('beside', outer !== undefined);
if (outer) nameLandmarks(window.frameElement.title);
// past is the latest answer about the last hours; frame is the one of a recording that is shown.
let by = DOMINANT, only = '', unfolded = new Set(), ofRole = null, frame, past = null, nextHistory = 0;

/** nameLandmarks has each landmark say whose it is, since the page beside has the same. */
function nameLandmarks(whose) {
  document.body.append(el('span', { id: 'whose', textContent: whose, hidden: true }));
  for (const e of document.querySelectorAll('header, nav, main, section, aside, [role=search]')) {
    if (e.hasAttribute('aria-label')) e.setAttribute('aria-label', `${e.getAttribute('aria-label')}, ${whose}`);
    else e.setAttribute('aria-labelledby', `${e.getAttribute('aria-labelledby') ?? ''} whose`.trim());
  }
}

/** ask asks the server; an answer that says no is an error. */
async function ask(path, parameters) {
  const query = new URLSearchParams(parameters);
  if (frame !== undefined && !query.has('at')) query.set('at', frame); // else a recording's last one
  const response = await fetch(`${path}?${query}`, { signal: AbortSignal.timeout(PATIENCE), cache: 'no-store' });
  const answer = await response.json();
  if (!response.ok) throw Object.assign(new Error(answer.error), { status: response.status });
  return answer;
}

// ---- The cluster ----

function drawCluster() {
  const c = model.cluster;
  const mean = c.cycles > 0 ? c.totalRun / c.cycles : 0;
  const facts = [['agents', count(c.agents)], ['frameworks', count(c.frameworks)], ['roles', count(model.roles.size)], ['cycles', count(c.cycles)], ['offers', count(c.offers)]];
  if (c.totalRun > 0) facts.push(['last cycle', seconds(c.lastRun)], ['mean cycle', seconds(mean)]);
  $('facts').replaceChildren(...facts.map(([name, value]) => el('div', {}, el('dt', { textContent: value === '1' ? name.slice(0, -1) : name }), el('dd', { textContent: value }))));
  $('resources').replaceChildren(...c.names.map((name, k) => resource(c, name, k)));
  const text = c.recovery
    ? `Recovery: allocation waits for ${count(c.recovery.expected)} agents, ${count(c.agents)} are back; it goes on at ${moment(c.recovery.until, model.epoch)} at the latest`
    : c.paused ? 'Allocation is paused' : '';
  $('alert').hidden = text === '';
  $('alert').textContent = text;
  if ($('by').options.length !== c.names.length + 1) {
    $('by').replaceChildren(el('option', { value: DOMINANT, textContent: 'dominant resource' }), ...c.names.map((name, k) => el('option', { value: k, textContent: label(name) })));
    $('by').value = by;
  }
}

function resource(c, name, k) {
  const free = Math.max(0, c.total[k] - c.held[k]), offered = Math.max(0, c.held[k] - c.used[k]);
  const part = (v) => (c.total[k] > 0 ? v / c.total[k] : 0);
  const piece = (className, from, v) => {
    const i = el('i', { className });
    i.style.left = `${100 * part(from)}%`;
    i.style.width = `${100 * part(v)}%`;
    return i;
  };
  const figure = (swatch, title, v) => el('div', {}, el('dt', {}, swatch ? el('i', { className: `swatch ${swatch}` }) : null, title), el('dd', { textContent: amount(name, v).replace(` ${name}`, '') }));
  return el('div', { className: 'resource', id: `resource-${k}` },
    el('div', { className: 'top' }, el('b', { textContent: label(name) }), el('span', { textContent: `${percent(part(c.held[k]))} of ${amount(name, c.total[k])}` })),
    el('div', { className: 'bar' }, piece('used', 0, c.used[k]), piece('offered', c.used[k], offered), piece('kept', c.held[k], c.headroom[k])),
    el('dl', { className: 'figures' }, figure('used', 'used', c.used[k]), figure('offered', 'offered', offered), figure('free', 'free', free),
      figure('kept', 'headroom', c.headroom[k]), figure('', 'reserved', c.reserved[k]), c.loans?.[LENT][k] > 0 ? figure('', 'lent', c.loans[LENT][k]) : null));
}

// ---- The words that people look for ----

// Each has its amounts of a role; starved and over are parts of the cluster instead.
const words = [
  ['starved', 'Starved', 'asking, and others hold of its fair share'],
  ['over', 'Over', 'above the fair share'],
  ['idle', 'Idle guarantees', 'guaranteed, and neither held, reserved nor lent', (r) => r.idle],
];
const loanWords = [
  ['lends', 'Lends', 'kept for it, and used by others for now', (r) => r.lent],
  ['overdue', 'Overdue', 'lent to it, and not given back in time', (r) => r.overdue],
];
const amountsOf = Object.fromEntries([...words, ...loanWords].map(([word, , , of]) => [word, of]));

const listed = (amounts) => model.cluster.names.map((name, k) => (amounts[k] > 0 ? amount(name, amounts[k]) : '')).filter(Boolean).join(', ');

function standsOut(word, r) {
  if (amountsOf[word]) return r.part(amountsOf[word](r), model.cluster.total, DOMINANT) ?? 0;
  return r.share(by)[word];
}

function drawWords() {
  const lends = Boolean(model.cluster.loans);
  if (!lends && loanWords.some(([word]) => word === only)) only = '';
  document.body.classList.toggle('lends', lends);
  replace($('words'), ...[...words, ...(lends ? loanWords : [])].map(([word, title, meaning, of]) => {
    const those = [...model.roles.values()].filter((r) => standsOut(word, r) > 0).sort((a, b) => standsOut(word, b) - standsOut(word, a) || (a.path < b.path ? -1 : 1));
    const tell = (r) => {
      if (of) return listed(of(r));
      const s = r.share(by);
      return `${percent(s[word])}, has ${percent(s.held)} of ${percent(s.fair)}`;
    };
    const shown = only === word ? 'Show all roles' : `Show ${count(those.length)}`;
    const show = el('button', { type: 'button', textContent: shown, 'aria-label': `${shown}, ${title.toLowerCase()}`, 'aria-pressed': only === word, onclick: () => { only = only === word ? '' : word; chosen(); } });
    return el('div', { className: `word${those.length > 0 ? ' some' : ''}`, id: `word-${word}` },
      el('h2', {}, el('b', { textContent: `${title} ${count(those.length)}` }), el('small', { textContent: meaning }), those.length > 0 ? show : null),
      those.length === 0 ? el('p', { className: 'none', textContent: 'nobody' })
        : el('ol', {}, ...those.slice(0, 4).map((r) => el('li', {}, link(r.path, { role: r.path }), el('span', { textContent: tell(r) })))));
  }));
}

// said is a word between the cells of a row that is read out and not seen: a row is named by what
// it shows.
const said = (word, className = '') => el('span', { className: `said ${className}`, textContent: ` ${word} ` });

// ---- The tree of roles ----

let scale = 1; // the share that is a whole bar

const roleList = new List($('role-list'), {
  titles: [], rowClass: 'role-row', label: 'Roles', tree: true,
  key: (x) => x.role.id,
  make(row) {
    row.twist = el('span', { className: 'twist', 'aria-hidden': 'true' });
    row.name = el('span');
    row.bar = el('div', { className: 'bar' }, ...['share', 'borrowed', 'lent', 'guarantee', 'limit', 'fair'].map((c) => (row[c] = el('i', { className: c }))));
    row.held = el('span', { className: 'n' });
    row.fairText = el('span', { className: 'n wide' });
    row.tag = el('span', { className: 'n tag' });
    row.weight = el('span', { className: 'n wide' });
    row.canvas = el('canvas', { 'aria-hidden': 'true' });
    row.append(el('span', { className: 'name' }, row.twist, row.name), row.bar, said('share'), row.held, said('fair', 'wide'), row.fairText, row.tag, said('weight', 'wide'), row.weight, el('span', { className: 'wide' }, row.canvas));
  },
  fill(row, { role: r, depth, open }) {
    const s = r.share(by), total = model.cluster.total;
    row.twist.textContent = r.children.length === 0 ? '' : open ? '▾' : '▸';
    row.name.textContent = depth < 0 ? r.path : r.name;
    row.title = r.path;
    row.twist.style.marginLeft = `${0.9 * Math.max(0, depth)}em`;
    row.setAttribute('aria-level', Math.max(0, depth) + 1);
    if (r.children.length > 0) row.setAttribute('aria-expanded', open);
    else row.removeAttribute('aria-expanded');
    place(row.fair, s.fair);
    place(row.guarantee, r.part(r.guarantee, total, by) || null);
    place(row.limit, r.part(r.limit, total, by));
    row.share.style.width = `${Math.min(100, (100 * s.held) / scale)}%`;
    const borrowed = r.borrowedPart(total, by), lent = r.part(r.lent, total, by) ?? 0;
    piece(row.borrowed, s.held - borrowed, borrowed);
    piece(row.lent, s.held, lent);
    row.bar.title = [['lends', r.lent], ['borrowed', r.borrowed], ['recalled', r.recalled], ['overdue', r.overdue]]
      .map(([word, amounts]) => (listed(amounts) ? `${word} ${listed(amounts)}` : '')).filter(Boolean).join('; ');
    row.held.textContent = percent(s.held);
    row.fairText.textContent = percent(s.fair);
    const late = r.setWeight !== r.weight;
    row.weight.textContent = `${r.weight}${late ? ' *' : ''}`;
    row.weight.title = late ? `weight ${r.weightText}` : '';
    const idle = standsOut('idle', r);
    const overdue = standsOut('overdue', r);
    row.tag.textContent = overdue > 0 ? `overdue ${percent(overdue)}` : s.starved > 0 ? `starved ${percent(s.starved)}` : s.over > 0 ? `over ${percent(s.over)}` : idle > 0 ? `idle ${percent(idle)}` : lent > 0 ? `lends ${percent(lent)}` : r.ofLimit >= 1 ? 'at its limit' : '';
    row.tag.className = `n tag${overdue > 0 || s.starved > 0 ? ' starved' : ' soft'}`;
    spark(row.canvas, past?.[`share${r.id}`] ?? [], past?.[`fair${r.id}`] ?? []);
  },
  open: ({ role }) => { location.hash = hashOf({ role: role.path }); },
  fold({ role, open }, to = !open) {
    if (to) unfolded.add(role.id);
    else unfolded.delete(role.id);
    chosen();
  },
});

/** piece shows a part of a bar. */
function piece(mark, from, part) {
  mark.hidden = !(part > 0);
  mark.style.left = `${Math.min(100, (100 * from) / scale)}%`;
  mark.style.width = `${Math.min(100 - Math.min(100, (100 * from) / scale), (100 * part) / scale)}%`;
}

function place(mark, part) {
  mark.hidden = part === null;
  if (part !== null) mark.style.left = `${Math.min(100, (100 * part) / scale)}%`;
}

const aboveGuarantee = (r) => r.part(r.guarantee.map((_, k) => r.above(k)), model.cluster.total, by) ?? 0;
const roleOrders = {
  name: (a, b) => (a.path < b.path ? -1 : 1),
  starved: (a, b) => b.share(by).starved - a.share(by).starved,
  over: (a, b) => b.share(by).over - a.share(by).over,
  share: (a, b) => b.share(by).held - a.share(by).held,
  lent: (a, b) => standsOut('lends', b) - standsOut('lends', a),
  borrowed: (a, b) => b.borrowedPart(model.cluster.total, by) - a.borrowedPart(model.cluster.total, by),
  weight: (a, b) => b.weight - a.weight,
  limit: (a, b) => b.ofLimit - a.ofLimit,
  guarantee: (a, b) => aboveGuarantee(b) - aboveGuarantee(a),
};

function drawRoles() {
  const order = roleOrders[$('sort').value];
  const sort = (list) => list.sort((a, b) => order(a, b) || roleOrders.name(a, b));
  const items = [];
  const add = (list, depth) => {
    for (const role of sort(list)) {
      const open = unfolded.has(role.id);
      items.push({ role, depth, open });
      if (open) add(role.children, depth + 1);
    }
  };
  if (only) for (const role of sort([...model.roles.values()].filter((r) => standsOut(only, r) > 0))) items.push({ role, depth: -1, open: false });
  else add(model.top, 0);
  let most = 0;
  for (const { role } of items) {
    const s = role.share(by);
    most = Math.max(most, s.held + (role.part(role.lent, model.cluster.total, by) ?? 0), s.fair, role.part(role.guarantee, model.cluster.total, by) ?? 0);
  }
  scale = Math.min(1, nice(both.share('roles', most)));
  roleList.setTitles([['role'], [`0 to ${axis(scale)} of all`], ['share', 'n'], ['fair', 'n wide'], ['', 'n'], ['weight', 'n wide'], ['trend', 'wide']]);
  roleList.show(items);
  if (!past || roleList.visible.every(([, x]) => `share${x.role.id}` in past)) return;
  nextHistory = 0;
  if (model.player) drawHistory().catch(() => {}); // nothing else asks before the slider is moved
}

// ---- Frameworks ----

const owed = (m) => Math.max(0, ...(m.overdue ?? []).map((v, k) => (model.cluster.total[k] > 0 ? v / model.cluster.total[k] : 0)));
const unanswered = (m) => Math.max(0, ...m.offered.map((v, k) => (model.cluster.total[k] > 0 ? v / model.cluster.total[k] : 0)));
const waited = (m) => (m.lastOffer === null ? Infinity : model.now - m.lastOffer);
const frameworkOrders = {
  name: () => 0,
  filters: (a, b) => b.filters - a.filters,
  share: (a, b) => b.share.held - a.share.held,
  starved: (a, b) => b.share.starved - a.share.starved,
  offers: (a, b) => b.offers - a.offers,
  waiting: (a, b) => (waited(b) === waited(a) ? 0 : waited(b) - waited(a)),
  overdue: (a, b) => owed(b) - owed(a),
  unanswered: (a, b) => unanswered(b) - unanswered(a),
};

const STATE = 7; // the place of its cell

const frameworkList = new List($('framework-list'), {
  titles: [['framework'], ['role', 'wide'], ['share', 'n'], ['fair', 'n wide'], ['offers', 'n wide'], ['filtered', 'n wide'], ['unanswered', 'n wide'], ['state', 'n'], ['last offer', 'n']],
  rowClass: 'framework-row', label: 'Frameworks',
  key: (m) => model.key(m.name, m.role),
  make(row) {
    const classes = ['name', 'name wide soft', 'n', 'n wide', 'n wide', 'n wide', 'n wide', 'n', 'n'];
    const words = ['', 'in role', 'share', 'fair', 'offers', 'filtered', 'unanswered', '', 'last offer'];
    row.cells = classes.map((className) => el('span', { className }));
    row.cells.forEach((cell, i) => row.append(...(words[i] ? [said(words[i], classes[i])] : []), cell));
  },
  fill(row, m) {
    const role = model.roles.get(m.role);
    const owes = m.overdue ? listed(m.overdue) : '';
    const state = owes ? `owes ${owes}` : m.state === 'asks' && m.filters > 0 ? `${count(m.filters)} filters` : m.state;
    const texts = [m.name, role?.path ?? '', percent(m.share.held), percent(m.share.fair), count(m.offers), count(m.refused), percent(unanswered(m)), state, m.lastOffer === null ? 'never' : ago(model.now - m.lastOffer)];
    texts.forEach((text, i) => { row.cells[i].textContent = text; });
    row.cells[STATE].classList.toggle('owes', owes !== '');
    const offered = listed(m.offered);
    row.title = `${m.name} in ${role?.path ?? ''}: ${owes ? `owes ${owes}, ` : ''}${offered ? `has not answered offers of ${offered}, ` : ''}${m.state}, ${count(m.filters)} filters, ${count(m.excluded)} agents excluded`;
  },
  open: (m) => { location.hash = hashOf({ framework: m.name, role: model.roles.get(m.role)?.path ?? '' }); },
});

function drawFrameworks() {
  const order = frameworkOrders[$('sort-frameworks').value];
  let list = [...model.members.values()];
  if (ofRole !== null) {
    const below = (m) => { const path = model.roles.get(m.role)?.path ?? ''; return path === ofRole || path.startsWith(`${ofRole}/`); };
    list = list.filter(below);
  }
  list.sort((a, b) => order(a, b) || (a.name < b.name ? -1 : a.name > b.name ? 1 : a.role - b.role));
  replace($('of-role'), ofRole === null ? `${count(list.length)}` : el('span', {}, `${count(list.length)} in ${ofRole} `, el('button', { type: 'button', textContent: 'Show all', onclick: () => { ofRole = null; drawFrameworks(); } })));
  frameworkList.show(list);
}

// ---- The last hours ----

const charts = new Charts($('charts'), (time, quiet) => {
  if (!quiet) both.tell('cursor', time);
  const near = (past?.events ?? []).filter(([, t]) => time !== null && Math.abs(t - time) <= Math.max(1, (past.t.at(-1) - past.t[0]) / 100));
  $('cursor').textContent = time === null ? '' : `${moment(time, model.epoch)}${near.length > 0 ? `: ${near.map((e) => e[2]).join('; ')}` : ''}`;
  for (const li of $('events').children) li.classList.toggle('now', near.some(([n]) => li.numbers.has(n)));
}, (title, most) => both.share(title, most));

const MOST_EFFECTS = 3, LEAST_EFFECT = 0.005;

const TOGETHER = 2; // seconds: what changed within them is one change
const MOST_TOGETHER = 6; // of a change that are listed

/** together lists the events, the last first, with those that belong to one change in one list. */
function together(events) {
  const list = [];
  for (const e of [...events].sort((a, b) => b[1] - a[1] || b[0] - a[0])) {
    const last = list.at(-1);
    if (last && last[0][1] - e[1] <= TOGETHER) last.push(e);
    else list.push([e]);
  }
  return list;
}

/**
 * effects says what differs most between just before a change and some time after it, up to the
 * next one: roles' shares, with what is fair, and what is in use.
 */
function effects(change, roles) {
  const { t } = past, last = t.length - 1;
  const time = change[0][1];
  const before = t.findLastIndex((v) => v < change.at(-1)[1]);
  const next = Math.min(...past.events.map((e) => e[1]).filter((v) => v > time));
  const until = Math.min(next, time + Math.max(600, (t[last] - t[0]) / 20));
  const after = t.findLastIndex((v) => v < until);
  if (before < 0 || after <= before) return '';
  const list = [];
  const from = (y) => `${percent(y[before])} → ${percent(y[after])}`;
  const by = (y) => Math.abs(y[after] - y[before]);
  for (const r of roles) {
    const share = past[`share${r.id}`], fair = past[`fair${r.id}`];
    list.push([Math.max(by(share), by(fair)), `${r.path} has ${from(share)}, fair is ${from(fair)}`]);
  }
  model.cluster.names.forEach((name, k) => list.push([by(past[`used${k}`]), `use of ${label(name)} ${from(past[`used${k}`])}`]));
  return list.filter(([most]) => most > LEAST_EFFECT).sort((a, b) => b[0] - a[0]).slice(0, MOST_EFFECTS)
    .map(([, text]) => text).join('; ') || 'nothing else changed much';
}

/**
 * huesOf gives roles that are shown a colour each, by their place among all of their siblings, so
 * that it stays theirs at another time, and in the page beside.
 */
function huesOf(siblings, shown) {
  const places = [...siblings].sort(roleOrders.name), hues = new Map();
  for (const r of places.filter((x) => shown.includes(x))) {
    let hue = places.indexOf(r) % HUES;
    for (const taken = new Set(hues.values()); taken.has(hue);) hue = (hue + 1) % HUES;
    hues.set(r, hue);
  }
  return hues;
}

async function drawHistory() {
  const chosen = panel.what.role !== undefined ? model.role(panel.what.role) : undefined;
  const first = chosen ? [chosen, ...chosen.children] : [...(model.top ?? [])];
  const shown = first.sort((a, b) => (a === chosen ? -1 : b === chosen ? 1 : b.share(DOMINANT).held - a.share(DOMINANT).held)).slice(0, FIRST_ROLES);
  const seen = roleList.visible.map(([, x]) => x.role.id);
  const ids = [...new Set([...shown.map((r) => r.id), ...seen])];
  past = await ask('history', { points: 240, roles: ids.slice(0, 200).join() });
  roleList.draw();
  const { names } = model.cluster, t = past.t;
  const colors = (i) => `--c${i % HUES}`;
  const hues = huesOf(first, shown);
  const rates = (list) => list.map((v, i) => (i === 0 || t[i] <= t[i - 1] ? 0 : Math.max(0, (v - list[i - 1]) / (t[i] - t[i - 1]))));
  const all = [
    { title: 'Used by tasks; the band above is offered', format: percent, axis, most: 1,
      lines: names.map((name, k) => ({ name: label(name), color: colors(k), y: past[`used${k}`] })),
      bands: names.map((_, k) => ({ color: colors(k), low: past[`used${k}`], high: past[`held${k}`] })) },
    { title: chosen ? `Share of ${chosen.path} and below; dashed is fair` : 'Shares of the largest roles; dashed is fair', format: percent, axis,
      lines: shown.flatMap((r) => [{ name: r.name, color: colors(hues.get(r)), y: past[`share${r.id}`], fair: past[`fair${r.id}`] }, { name: '', color: colors(hues.get(r)), y: past[`fair${r.id}`], dash: true }]) },
    { title: 'Offers a second', format: (v) => (v > 0 && v < 10 ? v.toFixed(1) : count(v)), lines: [{ name: 'offers', color: '--c0', y: rates(past.offers) }] },
  ];
  if (past.run.some((v) => v > 0)) all.push({ title: 'How long a cycle took', format: seconds, lines: [{ name: 'cycle', color: '--c0', y: past.run }] });
  else all.push({ title: 'Agents', format: count, lines: [{ name: 'agents', color: '--c0', y: past.agents }] });
  charts.show(t, all, past.events ?? [], (v) => moment(v, model.epoch), model.player ? model.now : null);
  replace($('events'), ...together(past.events ?? []).slice(0, 100).map((change) => {
    const more = change.length > MOST_TOGETHER ? `; and ${count(change.length - MOST_TOGETHER)} more` : '';
    const text = [...new Set(change.slice(0, MOST_TOGETHER).map((e) => e[2]))].join('; ') + more;
    const li = el('li', {}, el('time', { textContent: moment(change[0][1], model.epoch) }), el('span', {},
      el('button', { className: 'link', type: 'button', textContent: text, onclick: () => charts.goTo(change[0][1]) }), el('span', { className: 'soft', textContent: ` ${effects(change, shown)}` })));
    li.numbers = new Set(change.map((e) => e[0]));
    return li;
  }));
}

// ---- Agents ----

let hovered = 0;
const heat = new Heat($('heat'), $('legend'), {
  open: (slot) => { location.hash = hashOf({ slot }); },
  async over(slot) {
    const number = ++hovered;
    $('agent').textContent = slot === null ? '' : heat.text(slot);
    if (slot === null) return;
    await new Promise((done) => setTimeout(done, 120));
    if (number !== hovered) return;
    try {
      const a = await ask('explain', { slot });
      const holders = a.holders.map((h) => `${h.framework} (${h.role}): ${what(h.what)}`).join('; ');
      if (number === hovered) $('agent').textContent = `${a.agent}: ${heat.text(slot)}. ${holders ? `Held by ${holders}. ` : 'Nobody holds anything. '}${count(a.filters.length + a.hiddenFilters)} filters.`;
    } catch { /* the status says that nobody answers */ }
  },
});

function drawAgents() { heat.show(model.cells, Number($('shade').value), $('order').value); }

// ---- Search ----

let searches = 0, choice = -1;

async function search() {
  const text = $('find').value.trim(), number = ++searches;
  choice = -1;
  if (text === '') {
    showFound([]);
    return;
  }
  const low = text.toLowerCase(), found = [];
  for (const r of model.roles.values()) if (found.length < 12 && r.path.toLowerCase().includes(low)) found.push(['role', r.path, { role: r.path }]);
  let frameworks = 0;
  for (const m of model.members.values()) {
    if (frameworks < 12 && m.name.toLowerCase().includes(low)) {
      frameworks++;
      found.push([`framework in ${model.roles.get(m.role)?.path ?? ''}`, m.name, { framework: m.name, role: model.roles.get(m.role)?.path ?? '' }]);
    }
  }
  showFound(found);
  try {
    const { agents, more } = await ask('find', { agent: text });
    if (number !== searches) return;
    showFound([...found, ...agents.slice(0, 12).map((a) => ['agent', a.name, { agent: a.name }])], Math.max(0, agents.length - 12) + more);
  } catch { /* the status says that nobody answers */ }
}

function showFound(list, more = 0) {
  const box = $('found');
  box.hidden = list.length === 0 && $('find').value.trim() === '';
  $('find').setAttribute('aria-expanded', !box.hidden);
  $('find').removeAttribute('aria-activedescendant');
  box.replaceChildren(...list.map(([kind, name, whom], i) => el('li', { role: 'option', id: `found-${i}`, onclick: () => take(whom) }, el('span', { textContent: name }), el('small', { textContent: kind }))));
  box.whom = list.map((x) => x[2]);
  const note = (textContent) => box.append(el('li', { className: 'none', role: 'option', 'aria-disabled': 'true', textContent }));
  if (list.length === 0) note('nothing of that name');
  if (more > 0) note(`and ${count(more)} more agents`);
}

function take(whom) {
  $('find').value = '';
  showFound([]);
  location.hash = hashOf(whom);
}

$('find').addEventListener('input', search);
$('find').addEventListener('keydown', (e) => {
  const box = $('found'), n = box.whom?.length ?? 0;
  if (e.key === 'Escape') {
    $('find').value = '';
    showFound([]);
  } else if (e.key === 'Enter' && n > 0) take(box.whom[Math.max(0, choice)]);
  else if ((e.key === 'ArrowDown' || e.key === 'ArrowUp') && n > 0) {
    choice = (choice + (e.key === 'ArrowDown' ? 1 : n - 1) + (choice < 0 && e.key === 'ArrowUp' ? 1 : 0)) % n;
    [...box.children].forEach((li, i) => li.setAttribute('aria-selected', i === choice));
    $('find').setAttribute('aria-activedescendant', `found-${choice}`);
    box.children[choice].scrollIntoView({ block: 'nearest' });
    e.preventDefault();
  }
});
addEventListener('keydown', (e) => {
  if (e.key === '/' && !/^(INPUT|SELECT)$/.test(document.activeElement.tagName)) {
    $('find').focus();
    e.preventDefault();
  }
});

$('skip').onclick = (e) => {
  e.preventDefault(); // the address names explanations alone
  roleList.scroll.focus();
};

// ---- Time ----

function drawPlayer() {
  const { times, at } = model.player;
  $('player').hidden = outer !== undefined;
  $('slider').max = times.length - 1;
  if (document.activeElement !== $('slider')) $('slider').value = at;
  $('slider').setAttribute('aria-valuetext', moment(times[at], model.epoch));
  $('moment').textContent = `${moment(times[at], model.epoch)} of ${moment(times.at(-1), model.epoch)}`;
  frame ??= at;
  tellTime();
}

/** tellTime has the address name the time that is shown; beside another page, the window around both does. */
function tellTime() {
  if (model.player && !outer) keepTime(model.player.times[model.player.at]);
}

/** goToAddress goes to the time that the address names, or has it name the one that is shown. */
async function goToAddress() {
  const { at } = inHash(location.hash);
  if (!model.player || outer) return;
  if (at === undefined) tellTime();
  else if (at !== model.player.times[frame]) await goTo(at);
}

/** goTo shows the last frame that is not after a time. */
async function goTo(time) {
  const { times } = model.player ?? { times: [] };
  frame = Math.max(0, times.findLastIndex((t) => t <= time));
  await poll();
}

let playing = false;
$('slider').addEventListener('input', () => {
  frame = Number($('slider').value);
  poll();
});
$('play').onclick = () => {
  playing = !playing;
  $('play').textContent = playing ? 'Pause' : 'Play';
  $('play').setAttribute('aria-pressed', playing);
  if (playing && frame >= model.player.times.length - 1) frame = 0;
  poll();
};

function advance() {
  if (!playing) return;
  if (frame >= model.player.times.length - 1) {
    $('play').click();
    return;
  }
  frame++;
  $('slider').value = frame;
}

// ---- Asking ----

function status(className, text) {
  $('status').className = className;
  if ($('status').textContent !== text) $('status').textContent = text;
}

function draw() {
  if (!model.cluster) return;
  drawWords();
  drawRoles();
  drawFrameworks();
}

let timer = 0, asking = false, again = false, lastAnswer = 0, restarted = 0;

async function poll() {
  if (asking) {
    again = true;
    return;
  }
  clearTimeout(timer);
  asking = true;
  again = false;
  const began = performance.now();
  const slow = setTimeout(() => status('slow', `no answer for ${seconds(SLOW / 1000)}, waiting`), SLOW);
  let next = EVERY;
  try {
    const data = await ask('data', { since: model.cursor });
    const changed = model.merge(data);
    lastAnswer = Date.now();
    if (changed.run && !model.player) restarted = Date.now();
    show(changed);
    const took = performance.now() - began;
    if (took > SLOW) status('slow', `slow: the last answer took ${seconds(took / 1000)}`);
    else if (Date.now() - restarted < 30000) status('live', `live; the allocator restarted at ${new Date(restarted).toTimeString().slice(0, 8)}`);
    else status('live', model.player ? 'recording' : 'live');
    if (performance.now() >= nextHistory || changed.run || model.player) {
      nextHistory = performance.now() + HISTORY_EVERY;
      await drawHistory();
    }
  } catch (e) {
    next = FAILED_EVERY;
    const since = lastAnswer === 0 ? '' : ` since ${new Date(lastAnswer).toTimeString().slice(0, 8)}`;
    status('gone', e.status ? `the server says: ${e.message}` : `no answer${since}; trying again`);
  }
  clearTimeout(slow);
  asking = false;
  if (model.player) {
    advance();
    if (playing) next = 250;
    else if (!again && next === EVERY) return; // a recording changes when the slider does
  }
  timer = setTimeout(poll, again ? 0 : next);
}

let stale = false; // the explanation that is open

function show(changed) {
  $('clock').textContent = moment(model.now, model.epoch);
  if (model.player) drawPlayer();
  if (changed.cluster || changed.roles) drawCluster();
  if (changed.roles || changed.cluster) {
    drawWords();
    drawRoles();
  }
  if (changed.roles || changed.members) drawFrameworks();
  if (changed.cells) drawAgents();
  stale ||= changed.cluster || changed.roles || changed.members;
  if ((changed.run || stale && (model.player || performance.now() >= panel.asked + EXPLAIN_EVERY)) && !$('panel').hidden) {
    stale = false;
    panel.route();
  }
  both.ready();
}

/** redraw draws what has a scale that is shared. */
function redraw() {
  if (!model.cluster) return;
  drawRoles();
  charts.draw();
}

// ---- What is chosen ----

const selects = ['by', 'sort', 'sort-frameworks', 'shade', 'order'];

/** choices are what is chosen of how things are shown; roles by path. */
const choices = () => ({
  only, selects: selects.map((id) => $(id).value), unfolded: [...unfolded].map((id) => model.roles.get(id)?.path).filter(Boolean),
});

/** choose chooses what the page beside has chosen. */
function choose(x) {
  only = x.only;
  selects.forEach((id, i) => { $(id).value = x.selects[i]; });
  by = Number($('by').value);
  unfolded = new Set(x.unfolded.map((path) => model.role(path)?.id).filter((id) => id !== undefined));
  draw();
  drawAgents();
}

/** hash opens the explanation that the page beside has opened, or closes it. */
function hash(text) {
  if (text !== '') location.hash = text;
  else if (!$('panel').hidden) panel.close();
}

/** chosen draws anew after a choice, and tells the page beside. */
function chosen() {
  draw();
  drawAgents();
  both.tell('choose', choices());
}

addEventListener('scroll', () => both.tell('scroll', scrollY), { passive: true });

const panel = new Panel(model, ask, () => {
  tellTime();
  both.tell('hash', '');
});
$('by').onchange = () => { by = Number($('by').value); chosen(); };
$('sort').onchange = $('sort-frameworks').onchange = $('shade').onchange = $('order').onchange = chosen;
$('unfold').onclick = () => { for (const r of model.roles.values()) if (r.children.length > 0) unfolded.add(r.id); chosen(); };
$('fold').onclick = () => { unfolded.clear(); chosen(); };
addEventListener('hashchange', () => {
  both.tell('hash', location.hash);
  goToAddress();
  const role = panel.what.role;
  if (role !== undefined && panel.what.framework === undefined) {
    ofRole = role;
    drawFrameworks();
    for (let r = model.role(role); r; r = model.roles.get(r.parent)) if (r.path !== role) unfolded.add(r.id);
    drawRoles();
    roleList.go(roleList.indexOf(model.role(role)?.id));
  }
  nextHistory = 0;
  if (model.player) drawHistory().catch(() => {});
});
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => roleList.draw());
document.addEventListener('visibilitychange', () => { if (!document.hidden) poll(); });
const { at } = inHash(location.hash); // before the first answer has it name the end
await poll();
if (model.player && at !== undefined) await goTo(at);
panel.route();
