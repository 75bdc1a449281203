import { words } from '../../../../web/words.ts'

export const useAwaitsUnitWords = words(
  'awaits-unit',
  { awaitsUnit: '单位确认您是本单位人员后，按单位优惠价付款。' },
  { awaitsUnit: 'Your organisation’s lower price applies once it confirms that you belong to it.' },
)
