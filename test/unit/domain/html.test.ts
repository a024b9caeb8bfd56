import { describe, expect, it } from 'vitest';
import { html, pageStyle } from '../../../electron/main/domain/html.ts';

describe('a page part', () => {
  it('takes text as text, whatever it says', () => {
    const label = `<script>alert("1")</script> & 'x'`;
    expect(html`<td>${label}</td>`.text).toBe(
      '<td>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;</td>',
    );
  });

  it('takes parts and lists of parts as they are', () => {
    const cells = [1, 2].map((each) => html`<i>${each}</i>`);
    expect(html`<p>${cells}${html`<b>x</b>`}</p>`.text).toBe('<p><i>1</i><i>2</i><b>x</b></p>');
  });

  it('allows its own style and nothing besides', () => {
    const { element, policy } = pageStyle('p { color: red }');
    // echo -n 'p { color: red }' | openssl dgst -sha256 -binary | base64
    expect([element.text, policy]).toEqual([
      '<style>p { color: red }</style>',
      "default-src 'none'; style-src 'sha256-ngewhhP73WDIbgwseeu52VAAJgKdGUsu1IUQQsAm8m4='",
    ]);
  });

  it('shows characters that hide or turn a line round', () => {
    expect(html`${'a\u202eb\u0000c'}`.text).toBe('a\ufffdb\ufffdc');
  });
});
