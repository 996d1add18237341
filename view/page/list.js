// A list of any length of which only the rows that are seen exist.
import { el } from './format.js';

const HEIGHT = 26;
const MOST_PRINTED = 500;

/**
 * List shows items in a scrolling element, with keys to move (arrows, Page, Home, End), to
 * open (Enter), and to fold and unfold (left, right) where the owner has these. make builds the
 * parts of a row once; fill has the row show an item, each time that it is drawn.
 */
export class List {
  constructor(host, { titles, rowClass, label, tree, make, fill, open, key, fold }) {
    Object.assign(this, { make, fill, open, key, fold, rowClass });
    this.items = [];
    this.current = null; // a key
    this.pool = [];
    this.titles = el('div', { className: `titles ${rowClass}`, 'aria-hidden': 'true' });
    this.setTitles(titles);
    this.space = el('div', { className: 'space' });
    this.scroll = el('div', { className: 'scroll', tabIndex: 0, role: tree ? 'tree' : 'listbox', 'aria-label': label }, this.titles, this.space);
    this.itemRole = tree ? 'treeitem' : 'option';
    host.append(this.scroll);
    this.scroll.addEventListener('scroll', () => this.draw(), { passive: true });
    this.scroll.addEventListener('keydown', (e) => this.keydown(e));
    new ResizeObserver(() => this.draw()).observe(this.scroll);
    addEventListener('beforeprint', () => this.print(true));
    addEventListener('afterprint', () => this.print(false));
  }

  setTitles(titles) {
    this.titles.replaceChildren(...titles.map(([text, className]) => el('span', { className, textContent: text })));
  }

  /** show replaces the items. */
  show(items) {
    this.items = items;
    this.space.style.height = `${HEIGHT * (this.printing ? Math.min(items.length, MOST_PRINTED) : items.length)}px`;
    this.draw();
  }

  /** print shows all rows while the page is printed, if they are not very many. */
  print(on) {
    this.printing = on;
    this.show(this.items);
  }

  /** visible are the items that are drawn. */
  get visible() {
    if (this.printing) return [...this.items.slice(0, MOST_PRINTED).entries()];
    const first = Math.max(0, Math.floor(this.scroll.scrollTop / HEIGHT) - 2);
    const last = Math.min(this.items.length, Math.ceil((this.scroll.scrollTop + this.scroll.clientHeight) / HEIGHT) + 2);
    return this.items.slice(first, last).map((item, i) => [first + i, item]);
  }

  draw() {
    const rows = this.visible;
    while (this.pool.length < rows.length) this.pool.push(this.row());
    this.pool.forEach((row, i) => {
      row.hidden = i >= rows.length;
      if (row.hidden) return;
      const [index, item] = rows[i];
      row.index = index;
      row.style.transform = `translateY(${HEIGHT * index}px)`;
      const current = this.key(item) === this.current;
      row.classList.toggle('current', current);
      row.setAttribute('aria-selected', current);
      row.setAttribute('aria-posinset', index + 1);
      row.setAttribute('aria-setsize', this.items.length);
      if (current) this.scroll.setAttribute('aria-activedescendant', row.id);
      this.fill(row, item);
    });
  }

  row() {
    const row = el('div', { className: `row ${this.rowClass}`, role: this.itemRole, id: `${this.rowClass}-${this.pool.length}` });
    this.make(row);
    row.addEventListener('click', (e) => {
      const item = this.items[row.index];
      if (item === undefined) return;
      this.current = this.key(item);
      if (e.target.classList.contains('twist') && this.fold) this.fold(item);
      else this.open(item);
      this.draw();
    });
    this.space.append(row);
    return row;
  }

  indexOf(key) { return this.items.findIndex((item) => this.key(item) === key); }

  /** go makes an item the current one, and brings it into view. */
  go(index) {
    if (this.items.length === 0) return;
    index = Math.min(Math.max(index, 0), this.items.length - 1);
    this.current = this.key(this.items[index]);
    const top = HEIGHT * index, s = this.scroll;
    if (top < s.scrollTop) s.scrollTop = top;
    else if (top + 2 * HEIGHT > s.scrollTop + s.clientHeight) s.scrollTop = top + 2 * HEIGHT - s.clientHeight; // below the titles
    this.draw();
  }

  keydown(e) {
    const at = this.indexOf(this.current);
    const page = Math.max(1, Math.floor(this.scroll.clientHeight / HEIGHT) - 1);
    const steps = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + page, PageUp: at - page, Home: 0, End: this.items.length - 1 };
    if (e.key in steps) this.go(steps[e.key]);
    else if (e.key === 'Enter' && at >= 0) this.open(this.items[at]);
    else if (e.key === 'ArrowRight' && at >= 0 && this.fold) this.fold(this.items[at], true);
    else if (e.key === 'ArrowLeft' && at >= 0 && this.fold) this.fold(this.items[at], false);
    else return;
    e.preventDefault();
  }
}
