// What the status line says about a diagnosis. Apart from the sheet's words, which load with the sheet:
// these load with the first screen.

export const diagnosisSaid = {
  started: (label: string) => `Diagnosis of ${label} started.`,
  evidence: 'Evidence saved: a page, and the facts as signed JSON beside it.',
  ended: (label: string, news: string) => `Diagnosis of ${label}: ${news}`,
} as const;
