// When two labels are one: no two credentials of an environment share one. The forms and main compare alike. Pure.

/** What two credentials that would be taken for each other have in common. An id has no line end. */
export const labelKeyOf = (of: {
  readonly environmentId: string;
  readonly label: string;
}): string => `${of.environmentId}\n${of.label.trim().normalize('NFKC').toLowerCase()}`;
