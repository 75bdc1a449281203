import { words } from '../../../../web/words.ts'

/** Words of the fees of sign-ups and their orders. */
export const useFeeWords = words(
  'sign-up-fee',
  {
    payFee: '缴费 ¥{amount}',
  },
  {
    payFee: 'Pay ¥{amount}',
  },
)
