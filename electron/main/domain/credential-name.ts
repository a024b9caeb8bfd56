// A credential as every question of main and every report names it: a label may stand in several environments.

export const fullName = (
  { label }: { readonly label: string },
  environment: { readonly name: string } | undefined,
): string => (environment === undefined ? label : `${label} in ${environment.name}`);
