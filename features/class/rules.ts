import { lifecycle } from '../../contract/lifecycle.ts'

/** A class between being written and being sold. */
export const classLifecycle = lifecycle({
  draft: { shelve: 'on_shelf', delete: 'deleted' },
  on_shelf: { unshelve: 'off_shelf', delete: 'deleted' },
  off_shelf: { shelve: 'on_shelf', delete: 'deleted' },
  deleted: {},
})
