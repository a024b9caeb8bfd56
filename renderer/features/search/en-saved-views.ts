// The words of saved views and favourites.
export const savedViewWords = {
  add: 'Save this search',
  edit: 'Edit view',
  name: 'Name',
  nameError: 'Give it a name of at most 60 characters.',
  query: 'Search',
  inexact:
    'A search finds similar names too. This view may show more or fewer than the filter of the sidebar.',
  queryError: 'A view needs a search.',
  save: 'Save view',
  remove: 'Delete view',
  saved: 'View saved.',
  removed: 'View deleted. No key was touched.',
} as const;
