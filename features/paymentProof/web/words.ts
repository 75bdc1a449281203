import { words } from '../../../web/words.ts'

export const usePaymentProofWords = words(
  'paymentProof',
  { proof: '支付凭证' },
  { proof: 'Payment confirmation' },
)
