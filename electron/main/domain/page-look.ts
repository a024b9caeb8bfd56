// How the pages look that the app writes for people: one look on the screen, and smaller on paper, so that a usual
// report takes one page.

export const pageLook = `
body { font: 13px/20px system-ui, sans-serif; color: #1b1d21; max-width: 60rem; margin: 32px auto; padding: 0 24px; }
h1 { font-size: 22px; line-height: 28px; margin: 0 0 4px; } h2 { font-size: 15px; margin: 20px 0 4px; }
p { margin: 0 0 8px; } .kind { font-weight: 600; margin: 0; }
table { border-collapse: collapse; width: 100%; margin: 0 0 8px; font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; padding: 4px 12px 4px 0; border-bottom: 1px solid #d5d8dd; }
th { font-weight: 600; } code, pre { font-family: ui-monospace, monospace; font-size: 12px; overflow-wrap: anywhere; }
.fingerprint { white-space: nowrap; overflow-wrap: normal; }
.key { display: block; overflow-x: auto; white-space: nowrap; overflow-wrap: normal; }
dl { columns: 2 20rem; column-gap: 32px; margin: 0; }
dl > div { display: flex; gap: 16px; break-inside: avoid; border-bottom: 1px solid #d5d8dd; padding: 2px 0; }
dt { flex: 0 0 13em; color: #595959; } dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.good { color: #00694b; } .open { color: #8a5a00; } .alarm { color: #a83f00; } .quiet { color: #595959; }
:is(td, dd):is(.good, .open, .alarm) { font-weight: 600; }
@media (width < 700px) {
  body { margin: 12px auto; padding: 0 12px; } dl { columns: 1; } dt { flex-basis: 9em; } table, tbody, tr, th, td { display: block; }
  .heads { display: none; }
  tr { padding: 4px 0; border-bottom: 1px solid #d5d8dd; } th, td { border: 0; padding: 0; overflow-wrap: anywhere; }
}
@page { margin: 12mm; }
@media print {
  body { font-size: 9px; line-height: 12px; max-width: none; margin: 0; padding: 0; }
  h1 { font-size: 16px; line-height: 20px; } h2 { font-size: 11px; margin: 8px 0 2px; } p { margin: 0 0 4px; }
  th, td { padding: 1px 8px 1px 0; } code, pre { font-size: 8px; } tr, svg { break-inside: avoid; }
}`;

/** `2026-11-21 03:07:00` of an ISO time: seconds are what anybody compares. */
export const plainTime = (iso: string): string => iso.slice(0, 19).replace('T', ' ');
