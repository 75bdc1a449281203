import { lifecycle } from '../../contract/lifecycle.ts'

/** An exam: drafted, open to its class, taken back. */
export const examLifecycle = lifecycle({
  draft: { publish: 'active', delete: 'deleted' },
  active: { withdraw: 'withdrawn' },
  withdrawn: { publish: 'active', delete: 'deleted' },
  deleted: {},
})
