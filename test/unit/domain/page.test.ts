// The one form of the pages that the app writes.
import { describe, expect, it } from 'vitest';
import { html } from '../../../electron/main/domain/html.ts';
import { factsPart, tablePart, writePage } from '../../../electron/main/domain/page.ts';

const NASTY = '<img src=x onerror=alert(1)>';
const page = writePage({
  title: NASTY,
  headline: { text: NASTY, tone: 'alarm' },
  about: NASTY,
  warning: NASTY,
  sections: [
    { title: NASTY, body: [factsPart([[NASTY, NASTY]]), tablePart([NASTY], [])] },
    { title: null, body: html`<p>last</p>`, className: 'own' },
  ],
  trust: { text: NASTY, head: NASTY },
});

describe('a written page', () => {
  it('shows everything it is given as text', () => {
    expect(page).not.toContain('<img');
    expect(page.match(/&lt;img/g)).toHaveLength(11);
  });

  it('may load and run nothing but its own style', () => {
    expect(page).toMatch(/default-src &#39;none&#39;; style-src &#39;sha256-[\w+/]+=&#39;/);
    expect(page).not.toMatch(/<script|<link|<form| on\w+="| style="|url\(|@import/);
  });

  it('begins with its warning, and adds no title to a section that goes on', () => {
    const inOrder = ['class="warning"', 'class="kind"', '<h1 class="alarm">', 'class="own"'];
    const places = inOrder.map((each) => page.indexOf(each));
    expect(places).toEqual(places.filter((each) => each > 0).toSorted((a, b) => a - b));
    expect(page.match(/<h2>/g)).toHaveLength(1);
  });
});
