// The state as the server told it: rows by key, merged from one snapshot and what changed.

/** DOMINANT, in the place of a resource, is that of which a role holds the largest part. */
export const DOMINANT = -1;

const LEAST_DIFFERENCE = 0.0005; // as in live.Share
const LEAST_PART = 0.02;

/** Share is what somebody holds, what would be fair, and what of that it asks for and others hold, as parts of the cluster. */
class Share {
  constructor(held, fair, lacking) {
    this.held = held;
    this.fair = fair;
    this.lacking = lacking;
  }
  differs(by) { return by > LEAST_DIFFERENCE && by > LEAST_PART * this.fair; }
  get starved() { return this.differs(this.lacking) ? this.lacking : 0; }
  get over() { return this.differs(this.held - this.fair) ? this.held - this.fair : 0; }
}

/** LENT and those after it are the lists of loans: of what is lent, borrowed, recalled and overdue. */
export const LENT = 0, BORROWED = 1, RECALLED = 2, OVERDUE = 3;

const NONE = [];

class Role {
  constructor(row) {
    [this.id, this.path, this.parent, this.weight, this.policy, this.frameworks, this.filters, this.asking, this.dominant,
      this.held, this.reserved, this.guarantee, this.limit, this.idle, this.shares, this.loans, this.setWeight = this.weight] = row;
    this.children = [];
    this.name = this.path;
  }
  share(by) {
    const at = 3 * (by + 1);
    return new Share(this.shares[at] ?? 0, this.shares[at + 1] ?? 0, this.shares[at + 2] ?? 0);
  }
  /** part is which part of the cluster amounts are: of one resource, or the largest. */
  part(amounts, total, by) {
    let most = null;
    amounts.forEach((v, k) => {
      if (v === null || !(total[k] > 0) || (by !== DOMINANT && by !== k)) return;
      const part = v / total[k];
      if (most === null || part > most) most = part;
    });
    return most;
  }
  /** weightText says which weight counts, and which was set in vain. */
  get weightText() { return this.setWeight === this.weight ? String(this.weight) : `${this.weight}; ${this.setWeight} was set, and counts when nobody is below it any more and somebody comes back`; }
  /** ofLimit is which part of a limit the role holds, of the resource of which it is the most. */
  get ofLimit() { return Math.max(0, ...this.limit.map((most, k) => (most === null ? 0 : most > 0 ? this.held[k] / most : 1))); }
  /** above is what the role holds beyond its guarantee, of a resource of which it has one. */
  above(k) { return this.guarantee[k] > 0 ? Math.max(0, this.held[k] - this.guarantee[k]) : 0; }
  get lent() { return this.loans?.[LENT] ?? NONE; }
  get borrowed() { return this.loans?.[BORROWED] ?? NONE; }
  get recalled() { return this.loans?.[RECALLED] ?? NONE; }
  get overdue() { return this.loans?.[OVERDUE] ?? NONE; }
  /** borrowedPart is the part of the role's share that is lent to it. */
  borrowedPart(total, by) {
    const k = by === DOMINANT ? this.dominant : by;
    return k >= 0 && total[k] > 0 ? (this.borrowed[k] ?? 0) / total[k] : 0;
  }
}

class Member {
  constructor(row) {
    let flags;
    [this.name, this.role, flags, this.filters, this.excluded, this.offers, this.refused, this.lastOffer, this.dominant, this.held, this.fair, this.lacking, this.amounts, this.overdue, this.offered = NONE, this.offeredOn = 0] = row; // the rest is left out where it is nothing
    this.asks = (flags & 1) !== 0;
    this.active = (flags & 2) !== 0;
    this.subscribed = (flags & 4) !== 0;
    this.suppressed = (flags & 8) !== 0;
    this.share = new Share(this.held, this.fair, this.lacking);
  }
  get state() {
    if (!this.active) return 'disconnected';
    if (!this.subscribed) return 'left';
    if (this.suppressed) return 'suppressed';
    return this.asks ? 'asks' : this.filters === 0 && this.excluded > 0 ? 'excludes all' : 'refuses all';
  }
}

/** CELL is how many bytes an agent has: flags, held, used. */
export const CELL = 3;
export const THERE = 1, ADMITTED = 2, MAINTENANCE = 4;
/** FULL is a cell's byte where all is held or used. */
export const FULL = 200;

function bytesOf(text) {
  const s = atob(text);
  const bytes = new Uint8Array(s.length);
  for (let i = 0; i < s.length; i++) bytes[i] = s.charCodeAt(i);
  return bytes;
}

export class Model {
  constructor() { this.reset(); }

  reset() {
    this.run = '';
    this.cursor = '';
    this.now = 0;
    this.epoch = undefined;
    this.cluster = null;
    this.player = null;
    this.roles = new Map();
    this.members = new Map();
    this.cells = new Uint8Array(0);
  }

  /** merge takes an answer in, and returns what of the state changed. */
  merge(data) {
    const changed = { run: this.run !== '' && data.run !== this.run, cluster: false, roles: false, members: false, cells: false };
    if (data.full) {
      this.roles.clear();
      this.members.clear();
      this.cells = new Uint8Array(0);
      changed.roles = changed.members = changed.cells = true;
    }
    this.run = data.run;
    this.cursor = data.cursor;
    this.now = data.now;
    this.epoch = data.epoch;
    if (data.player) this.player = data.player;
    if (data.cluster) {
      this.cluster = data.cluster;
      changed.cluster = true;
    }
    for (const lost of data.lost ?? []) {
      if (Array.isArray(lost)) changed.members = this.members.delete(this.key(lost[0], lost[1])) || changed.members;
      else changed.roles = this.roles.delete(lost) || changed.roles;
    }
    for (const row of data.roles ?? []) this.roles.set(row[0], new Role(row));
    for (const row of data.members ?? []) this.members.set(this.key(row[0], row[1]), new Member(row));
    changed.roles ||= data.roles !== undefined;
    changed.members ||= data.members !== undefined;
    if (data.cells) this.mergeCells(data.cells);
    changed.cells ||= data.cells !== undefined;
    if (changed.roles) this.grow();
    return changed;
  }

  key(framework, role) { return `${role} ${framework}`; }

  mergeCells(cells) {
    const bytes = bytesOf(cells.bytes);
    if (!cells.at) {
      this.cells = bytes;
      return;
    }
    const size = CELL * (Math.max(-1, ...cells.at.slice(-1)) + 1);
    if (size > this.cells.length) {
      const grown = new Uint8Array(size);
      grown.set(this.cells);
      this.cells = grown;
    }
    cells.at.forEach((slot, i) => this.cells.set(bytes.subarray(CELL * i, CELL * (i + 1)), CELL * slot));
  }

  /** grow makes a tree of the roles. */
  grow() {
    this.top = [];
    for (const r of this.roles.values()) r.children = [];
    for (const r of this.roles.values()) {
      const parent = this.roles.get(r.parent);
      (parent ? parent.children : this.top).push(r);
      r.name = parent ? r.path.slice(parent.path.length + 1) : r.path;
    }
    this.byPath = new Map();
    for (const r of this.roles.values()) this.byPath.set(r.path, r);
  }

  role(path) { return this.byPath?.get(path); }
}
