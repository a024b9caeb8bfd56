// The words of the practice panel.
export const practiceWords = {
  title: 'Practice gateway',
  lead: 'A gateway on this machine that behaves as the service is specified. Nothing leaves the machine.',
  running: 'Running',
  stopped: 'Not running',
  traderLifetime: 'Trader lifetime (seconds)',
  partnerLifetime: 'Partner lifetime (seconds)',
  propagation: 'Revocation spreads (seconds)',
  slow: 'First call (milliseconds)',
  fault: 'Simulate a fault',
  apply: 'Apply',
  ledger: 'Requests it received',
  ledgerEmpty: 'No request yet.',
  columns: { at: 'Time', method: 'Method', path: 'Path', status: 'Status', note: 'Note' },
  range: (min: number, max: number) => `Enter a number from ${min} to ${max}.`,
  applied: 'Practice gateway changed.',
} as const;
