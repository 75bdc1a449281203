import { type StageWords, transferStages, transferStageWords } from '../../receipt/voucher/rules.ts'

/** Fees that one order of a unit pays at most. */
export const mostFees = 1000

/** Stages of a unit's unpaid order of fees: nothing came yet, or as it is paid by bank transfer. */
export const feeStages = ['toPay', ...transferStages] as const
export type FeeStage = (typeof feeStages)[number]

/** Name of a stage, what comes next, and who has to act. */
export const feeStageWords: Readonly<Record<FeeStage, StageWords>> = {
  ...transferStageWords,
  toPay: {
    name: { zh: '待付款', en: 'To be paid' },
    next: {
      zh: '请在期限内扫码付款，或银行转账，附言写付款码',
      en: 'Pay by QR code in time, or by bank transfer with the reference in its memo',
    },
    actor: 'unit',
  },
}
