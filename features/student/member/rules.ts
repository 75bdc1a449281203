/** Names of whether it is confirmed that a learner belongs to their unit. */
export const memberNames = {
  confirmed: { zh: '单位已确认', en: 'Confirmed' },
  unconfirmed: { zh: '待单位确认', en: 'Unconfirmed' },
} as const
