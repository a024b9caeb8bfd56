// Which credentials the list is about: what is chosen in the sidebar.
export type Filter =
  | { readonly kind: 'all' }
  | { readonly kind: 'attention' }
  | { readonly kind: 'trade' }
  | { readonly kind: 'favourites' }
  | { readonly kind: 'environment'; readonly environmentId: string }
  | { readonly kind: 'tag'; readonly tag: string };
