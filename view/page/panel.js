// The side panel: the explanation of a role, a framework or an agent, whom the address names.
import { el, replace, amount, what as describe, count, percent, seconds, ago, moment, label } from './format.js';
import { DOMINANT } from './model.js';

const AGAIN = 2000; // ms after which a server that does not answer is asked again
const MOST_FRAMEWORKS = 50; // of a role
const MOST_BELOW = 6; // roles in a role
const MOST_HOLDERS = 3; // on the agents of a reason, together

/** hashOf is the address of an explanation. */
export const hashOf = (what) => `#${new URLSearchParams(what)}`;

/** inHash is what an address names: whom to explain, and at which time of a recording. */
export function inHash(hash) {
  const { at, ...whom } = Object.fromEntries(new URLSearchParams(hash.slice(1)));
  return { at: at === undefined ? undefined : Number(at), whom };
}

/** keepTime has the address of this window name a time as well, without a step to go back. */
export function keepTime(at) {
  history.replaceState(null, '', hashOf({ ...inHash(location.hash).whom, at }));
}

/** link is a button that opens an explanation. */
export function link(text, what) {
  return el('button', { className: 'link', type: 'button', textContent: text, title: text, onclick: (e) => { e.stopPropagation(); location.hash = hashOf(what); } });
}

const party = (p) => [p.framework, p.role].filter(Boolean).join(' in ') || (p.hidden ? `${p.hidden} that you may not see` : '');
const has = (o, name) => Object.hasOwn(o ?? {}, name); // and not what all objects have
const amounts = (o) => Object.entries(o ?? {}).map(([name, v]) => amount(name, v)).join(', ');

function table(titles, rows) {
  if (rows.length === 0) return el('p', { className: 'none', textContent: 'none' });
  const cell = (tag) => (x, i) => el(tag, { className: titles[i][1] ?? '' }, x instanceof Node ? x : String(x ?? ''));
  return el('table', {}, el('thead', {}, el('tr', {}, ...titles.map(([text]) => text).map(cell('th')))),
    el('tbody', {}, ...rows.map((row) => el('tr', {}, ...row.map(cell('td'))))));
}

function figures(rows) {
  return el('dl', { className: 'figures' }, ...rows.map(([name, value]) => el('div', {}, el('dt', { textContent: name }), el('dd', { textContent: value }))));
}

/** merged sums the amounts of each party, which may have several loans on an agent. */
function merged(holders) {
  const sums = new Map();
  for (const h of holders ?? []) {
    const sum = sums.get(party(h)) ?? Object.create(null); // a name may be that of something that all objects have
    for (const [name, v] of Object.entries(h.amounts ?? {})) sum[name] = (sum[name] ?? 0) + v;
    sums.set(party(h), sum);
  }
  return [...sums];
}

/** there says what the amounts of a reason are, by its code. */
const there = (code, what) => ({ none: `would be offered ${what}`, nothing_free: `has ${what} in all`, unanswered: `holds ${what} itself, unanswered`, lent: `has ${what} in all`, kept: `has ${what} in all`, refused: `refused ${what}` })[code] ?? `${what} left`;

/** filled leaves out the columns from the third on in which no row has anything. */
function filled(titles, rows) {
  const kept = titles.map((_, i) => i < 3 || rows.some((row) => row[i] !== ''));
  return [titles, ...rows].map((row) => row.filter((_, i) => kept[i]));
}

const declinesAll = (h) => h.offers > 0 && Object.keys(h.used ?? {}).length === 0;

/** Panel shows what the address names. ask asks the server; closed is called when the viewer has closed it. */
export class Panel {
  constructor(model, ask, closed) {
    Object.assign(this, { model, ask, closed });
    this.box = document.getElementById('panel');
    this.title = document.getElementById('panel-title');
    this.body = document.getElementById('panel-body');
    this.number = 0;
    this.asked = 0;
    document.getElementById('close').onclick = () => this.close();
    addEventListener('hashchange', () => this.route());
    addEventListener('keydown', (e) => {
      if (e.key === 'Escape' && !this.box.hidden) this.close();
    });
  }

  close() {
    history.replaceState(null, '', location.pathname + location.search);
    this.route();
    this.before?.focus?.();
    this.closed();
  }

  /** what is whom the address names: {role}, {framework, role}, {agent}. */
  get what() { return inHash(location.hash).whom; }

  /** route shows what the address names, anew. */
  async route() {
    const what = this.what;
    const { role, framework, agent, slot } = what;
    if (!role && !framework && !agent && slot === undefined) {
      this.box.hidden = true;
      this.number++;
      return;
    }
    if (this.box.hidden) this.before = document.activeElement;
    const number = ++this.number;
    this.asked = performance.now();
    const title = agent ?? (slot !== undefined ? `agent ${slot}` : framework ? (role ? `${framework} in ${role}` : framework) : role);
    const fresh = this.box.hidden || this.title.textContent !== title;
    this.box.hidden = false;
    if (fresh) {
      this.title.textContent = title;
      this.body.replaceChildren(el('p', { className: 'soft', textContent: 'asking' }));
      this.box.focus();
    }
    let parts;
    try {
      const answer = await this.ask('explain', what);
      parts = answer.agent !== undefined ? this.agent(answer) : answer.explanations ? this.framework(answer) : this.role(answer, what);
    } catch (e) {
      const gone = e.status === undefined; // nobody has answered
      if (gone) setTimeout(() => number === this.number && this.route(), AGAIN);
      if (gone && !fresh) return; // what is shown stays; the status says that it is old
      parts = [el('p', { className: 'verdict', textContent: gone ? 'The server does not answer. It is asked again.' : e.message })];
    }
    if (number === this.number) replace(this.body, ...parts);
  }

  role({ explanation: e, holds, least, standing }, { role }) {
    if (e.agent !== undefined) return [this.verdict(e), ...this.reasons(e)];
    const r = this.model.role(role);
    const parts = [];
    const under = (path) => path === role || path.startsWith(`${role}/`);
    const below = [...this.model.members.values()].map((m) => ({ m, path: this.model.roles.get(m.role)?.path ?? '' }))
      .filter(({ path }) => under(path)).sort((a, b) => b.m.held - a.m.held || (a.m.name < b.m.name ? -1 : 1));
    if (r) {
      const { names, total } = this.model.cluster;
      const s = r.share(DOMINANT);
      parts.push(figures([
        ['share', percent(s.held)], ['fair', percent(s.fair)], ['dominant', label(names[r.dominant] ?? 'none')], ['weight', r.weightText],
        ...(r.policy ? [['policy', r.policy]] : []), ['frameworks that ask', count(r.asking)], ['filters', count([...this.model.roles.values()].reduce((sum, x) => sum + (under(x.path) ? x.filters : 0), 0))],
      ]));
      const some = (name, v) => (v > 0 ? amount(name, v) : '');
      const rows = names.map((name, k) => [label(name), amount(name, r.held[k]), percent(total[k] > 0 ? r.held[k] / total[k] : 0), some(name, r.guarantee[k]),
        r.limit[k] === null ? '' : amount(name, r.limit[k]), some(name, r.reserved[k]), ...(r.loans ? [some(name, r.lent[k]), some(name, r.borrowed[k]), some(name, r.overdue[k])] : [])])
        .filter((row, k) => r.held[k] > 0 || r.guarantee[k] > 0 || r.limit[k] !== null || r.reserved[k] > 0 || r.lent[k] > 0);
      const [titles, ...cells] = filled([['resource', 'whole'], ['holds', 'n'], ['of all', 'n'], ['guarantee', 'n'], ['limit', 'n'], ['reserved', 'n'],
        ...(r.loans ? [['lent', 'n'], ['borrowed', 'n'], ['overdue', 'n']] : [])], rows);
      parts.push(el('h3', { textContent: 'Resources' }), table(titles, cells));
    }
    parts.push(...this.stands(standing));
    parts.push(el('h3', { textContent: 'Why it is offered what it is' }), ...this.nobodyAsks(r, below), this.verdict(e), ...this.below(r), ...this.reasons(e), ...this.order(e), ...this.least(least), ...this.helps(e));
    const [titles, ...rows] = filled([['framework'], ['share', 'n'], ['offers', 'n'], ['filters', 'n'], ['last offer', 'n'], ['below it, in']],
      below.slice(0, MOST_FRAMEWORKS).map(({ m, path }) => [link(m.name, { framework: m.name, role: path }), percent(m.held), count(m.offers), count(m.filters), m.lastOffer === null ? 'never' : this.ago(1e9 * m.lastOffer), path.slice(role.length + 1)]));
    parts.push(...this.holds(holds), el('h3', { textContent: `Frameworks, ${count(below.length)}` }), table(titles, rows));
    if (below.length > MOST_FRAMEWORKS) parts.push(el('p', { className: 'soft', textContent: `and ${count(below.length - MOST_FRAMEWORKS)} more` }));
    return parts;
  }

  /** stands says where a role stands, and why a neighbour has more. */
  stands(standing) {
    const own = standing?.standings[0];
    if (!own) return [];
    const columns = ['deserved', 'fair', 'holds', 'borrowed', 'lent', 'exposed'];
    const [titles, ...rows] = filled([['resource', 'whole'], ...columns.map((c) => [c, 'n'])],
      standing.resources.filter(({ total }) => total > 0).map(({ resource }) => [label(resource), ...columns.map((c) => (has(own[c], resource) ? amount(resource, own[c][resource]) : c === 'fair' ? amount(resource, 0) : ''))]));
    const sentence = standing.comparison ? [el('p', { className: 'standing', textContent: standing.comparison.sentence })] : [];
    return [el('h3', { textContent: 'Where it stands' }), ...sentence, table(titles, rows)];
  }

  framework({ explanations, holds, hidden, borrowed }) {
    const parts = [];
    for (const e of explanations) {
      const said = [this.verdict(e), this.offered(e.history)];
      if (declinesAll(e.history)) said.reverse(); // that is why it has nothing
      parts.push(el('h3', {}, 'In role ', link(e.role, { role: e.role })), ...this.owes(e), ...this.unanswered(e), ...said, ...this.reasons(e), ...this.order(e), ...this.helps(e));
      parts.push(figures([['filters set', count(e.history.filters)], ['last agent', e.history.last_agent ?? 'none'], ['returned', amounts(e.history.unused) || '0']]));
    }
    if (hidden) parts.push(el('p', { className: 'soft', textContent: `and ${hidden} roles that you may not see` }));
    return [...parts, ...this.borrowed(borrowed), ...this.holds(holds)];
  }

  /** borrowed lists what is lent to a framework, and until when. */
  borrowed({ loans, first }) {
    if (loans === 0) return [];
    const role = (path) => (path ? link(path, { role: path }) : 'hidden');
    const due = (x) => (x.due === undefined ? '' : x.due < this.model.now ? 'overdue' : seconds(x.due - this.model.now));
    const [titles, ...rows] = filled([['agent'], ['borrowed'], ['recalled for'], ['due', 'n']],
      first.map((x) => [link(x.agent, { agent: x.agent }), describe(x.what), x.due === undefined ? '' : role(x.recalledFor), due(x)]));
    return [el('h3', { textContent: `Borrowed, what is due first, of ${count(loans)}` }), table(titles, rows)];
  }

  agent(a) {
    this.title.textContent = a.agent;
    const state = [a.admitted ? 'what is free on it is offered' : 'not offered: disconnected or not on the whitelist', a.maintenance ? 'under maintenance' : ''].filter(Boolean).join(', ');
    const hidden = (n) => (n > 0 ? [el('p', { className: 'soft', textContent: `and ${count(n)} more that are not shown` })] : []);
    const who = (h) => [link(h.framework, { framework: h.framework, role: h.role }), link(h.role, { role: h.role }), describe(h.what)];
    return [
      figures([['offered or used', percent(a.held)], ['used by tasks', percent(a.used)]]),
      el('p', { textContent: state }),
      el('h3', { textContent: 'Holders' }), table([['framework'], ['role'], ['holds']], a.holders.map(who)), ...hidden(a.hiddenHolders),
      el('h3', { textContent: 'Who has refused it' }),
      table([['framework'], ['role'], ['refuses'], ['for', 'n']], a.filters.map((f) => [...who(f), seconds(Math.max(0, f.until - this.model.now))])), ...hidden(a.hiddenFilters),
      el('h3', { textContent: 'Free' }), el('p', { textContent: describe(a.free) || 'nothing' }),
      el('h3', { textContent: 'In all' }), el('p', { textContent: describe(a.total) }),
    ];
  }

  /** nobodyAsks says so of a role whose frameworks, and those below, ask for nothing. */
  nobodyAsks(r, members) {
    if (!r || r.asking > 0 || members.length === 0) return [];
    const states = new Map();
    for (const { m } of members) states.set(m.state, (states.get(m.state) ?? 0) + 1);
    return [el('p', { className: 'declines', textContent: `Nobody in it asks: ${[...states].map(([state, n]) => `${count(n)} ${state}`).join(', ')}.` })];
  }

  /** least leads to the framework in a role that asks and holds least, and says what keeps it. */
  least(e) {
    if (!e) return [];
    const keeps = (e.reasons ?? []).map((r) => el('li', { textContent: `${count(r.agents)} ${r.agents === 1 ? 'agent' : 'agents'}: ${r.sentence}` }));
    return [el('p', {}, 'Of those in it that ask, ', link(e.framework, { framework: e.framework, role: e.role }), ` holds least. ${e.verdict}`), el('ul', {}, ...keeps)];
  }

  /** below leads from a role to those in it, of which those below their fair share come first. */
  below(r) {
    if (!r || r.children.length === 0) return [];
    const share = (x) => x.share(DOMINANT);
    const list = [...r.children].sort((a, b) => share(b).starved - share(a).starved || share(b).held - share(a).held);
    const more = list.length > MOST_BELOW ? ` and ${count(list.length - MOST_BELOW)} more` : '';
    return [el('p', { className: 'below' }, 'Below it: ', ...list.slice(0, MOST_BELOW).flatMap((x, i) => [i > 0 ? ', ' : '', link(x.name, { role: x.path }), ` ${percent(share(x).held)} of ${percent(share(x).fair)}`]), more)];
  }

  verdict(e) { return el('p', { className: 'verdict', textContent: e.verdict }); }

  /** owes says what of a loan has not been given back in time. */
  owes({ framework, role }) {
    const overdue = this.model.members.get(this.model.key(framework, this.model.role(role)?.id))?.overdue ?? [];
    const list = this.model.cluster.names.map((name, k) => (overdue[k] > 0 ? amount(name, overdue[k]) : '')).filter(Boolean);
    return list.length === 0 ? [] : [el('p', { className: 'owes', textContent: `It owes ${list.join(', ')}, and is lent nothing until it has given it back.` })];
  }

  /** unanswered says what is in offers that a framework has not answered, and how old they are at least. */
  unanswered({ framework, role }) {
    const m = this.model.members.get(this.model.key(framework, this.model.role(role)?.id));
    const list = this.model.cluster.names.map((name, k) => (m?.offered[k] > 0 ? amount(name, m.offered[k]) : '')).filter(Boolean);
    if (list.length === 0) return [];
    const age = m.lastOffer === null ? '' : ` Its latest offer, answered or not, was ${this.ago(1e9 * m.lastOffer)}: these are at least as old.`; // of a single offer nobody knows when it was
    return [el('p', { textContent: `It has not answered offers of ${list.join(', ')} on ${count(m.offeredOn)} ${m.offeredOn === 1 ? 'agent' : 'agents'}.${age}` })];
  }

  /** offered says what became of the offers so far. */
  offered(h) {
    const { offers, used, last_offer_ns: last } = h;
    const of = declinesAll(h) ? 'used nothing of it' : `used ${amounts(used)} of it`;
    return el('p', { className: declinesAll(h) ? 'declines' : '', textContent: offers === 0 ? 'It has never been offered anything.' : `It was offered something ${count(offers)} times, the last time ${this.ago(last)}, and ${of}.` });
  }

  reasons(e) {
    const who = (r) => merged(r.holders).map(([name, sum]) => `${name}: ${amounts(sum)}`);
    const ofAll = (r) => r.holders && r.agents > 1 && r.code === 'nothing_free'; // others are of the nearest
    const detail = (r) => [
      r.needed ? `needs ${amounts(r.needed)}` : '', r.there ? there(r.code, amounts(r.there)) : '', r.short ? `short of ${amounts(r.short)}` : '',
      ...(ofAll(r) ? [] : who(r)),
      ...(r.limits ?? []).map((l) => `limit of ${party(l)}: ${l.resource} ${l.limit}, ${l.consumed} consumed`),
      ...(r.guarantees ?? []).map((g) => `guarantee of ${party(g)} lacks ${amount(g.resource ?? '', g.lacks ?? 0)}`),
      r.until_ns !== undefined ? `until ${moment(r.until_ns / 1e9, this.model.epoch)}` : '',
    ].filter(Boolean).join('; ');
    const said = (r) => (ofAll(r) ? el('span', {}, r.sentence, el('small', { className: 'soft holders', textContent: `most of them: ${who(r).slice(0, MOST_HOLDERS).join('; ')}` })) : r.sentence);
    const rows = (e.reasons ?? []).map((r) => [r.agents === undefined ? '' : count(r.agents), said(r), r.nearest_agent ? link(r.nearest_agent, { agent: r.nearest_agent }) : '', detail(r)]);
    return [table([['agents', 'n'], ['first thing that keeps them', 'reason'], ['nearest'], ['of the nearest']], rows)];
  }

  order(e) {
    if (!e.order) return [];
    const o = e.order, leader = party(o.leader);
    const key = (x) => (x.key === undefined ? 'none' : Number(Number(x.key).toPrecision(3)));
    const text = o.is_first ? `It comes first of ${count(o.siblings)}.` : `${leader} comes first: ${party(o.first)} has key ${key(o.first)}, ${party(o.own)} has ${key(o.own)}.`;
    return [el('p', { className: 'soft', textContent: text })];
  }

  helps(e) {
    const list = (e.remedies ?? []).map((r) => el('li', { textContent: r.map((c) => c.text).join(', and ') }));
    return list.length === 0 ? [] : [el('h3', { textContent: 'What would help' }), el('ul', {}, ...list)];
  }

  holds(h) {
    return [el('div', { className: 'holds' }, el('h3', { textContent: `Agents that hold most of it, of ${count(h.agents)}` }),
      table([['agent'], ['of all', 'n'], ['holds there']], h.most.map((x) => [link(x.agent, { agent: x.agent }), percent(x.part), describe(x.what)])))];
  }

  ago(ns) { return ns === undefined ? 'never' : ago(this.model.now - ns / 1e9); }
}
