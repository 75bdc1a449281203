import type { Bilingual } from '../../../contract/refusal.ts'
import type { Invoice } from '../contract.ts'
import { blueLifecycle, redLifecycle } from '../rules.ts'

export const colourNames = {
  blue: { zh: '蓝字', en: 'Blue' },
  red: { zh: '红字', en: 'Red' },
} as const

export const kindNames = {
  ordinary: { zh: '普通发票', en: 'Ordinary' },
  special: { zh: '专用发票', en: 'Special' },
} as const

export const differenceNames = {
  unbooked: { zh: '系统没有这张发票', en: 'Not in the books' },
  unissued: { zh: '服务商没有这张发票', en: 'Not at the provider' },
  amount: { zh: '金额不同', en: 'Different amount' },
} as const

/** Name of an invoice's status, by its colour. */
export const stateNameOf = ({ colour, status }: Pick<Invoice, 'colour' | 'status'>): Bilingual =>
  colour === 'blue'
    ? blueLifecycle.stateName(status as Parameters<typeof blueLifecycle.stateName>[0])
    : redLifecycle.stateName(status as Parameters<typeof redLifecycle.stateName>[0])

/** Seconds from one question to the provider to the next while nothing changes: 5 s at first, 24 h at last. */
export const askDelays: readonly number[] = Array.from({ length: 16 }, (_, i) => Math.min(86_400, 5 * 2 ** i))

/** Seconds between two questions while the drawer signs in: somebody waits for what they scanned. */
export const drawerSeconds = 20

/** Hours without an answer after which an invoice is nobody's but a person's. */
export const stuckHours = 24

/** Bytes of a file that is recorded with an invoice at most. */
export const mostFileBytes = 10 * 1024 * 1024

/** Our own codes for what never reached the provider, or came back otherwise than it was asked for. */
export const ownFailures = { noContract: 'NO_CONTRACT', numberTaken: 'NUMBER_TAKEN' } as const

/** Meanings of the usual codes of failed invoices, and what to do. */
const failureMeanings = [
  {
    codes: ['E9106'],
    zh: '流水号已提交过，系统会查询结果，不会重复开票',
    en: 'The request was received before; its result is queried and nothing is issued twice',
  },
  {
    codes: ['24', 'STATUS_24', 'E9613'],
    zh: '发票已开具，版式文件还没有生成，系统会重新生成；一天的次数用完后次日继续',
    en: 'It is issued, but its files are not made yet; they are requested again, the next day once a day’s tries are used up',
  },
  {
    codes: ['STATUS_22'],
    zh: '税局没有开出，请按返回的原因处理：额度不足的先调整授信额度，抬头有误的让申请人重新提交，然后重新开票',
    en: 'The tax bureau did not issue it. See to the reason it gave: have the credit line raised, or the title submitted again, then issue it again',
  },
  {
    codes: ['STATUS_3', 'STATUS_31'],
    zh: '服务商把它记为作废，数电票不能作废，请在税局核对',
    en: 'The provider has it as void, which no digital invoice can be; check it at the tax bureau',
  },
  {
    codes: ['buyerName', 'buyerTaxNo', 'specialForPerson'],
    zh: '购买方名称或税号不对，请让申请人核对抬头后重新提交',
    en: 'The buyer’s name or tax number is wrong; have the applicant check the title and submit it again',
  },
  {
    codes: ['remark'],
    zh: '备注超过服务商的长度，请缩短备注模板后让申请人重新提交',
    en: 'The remark is longer than the provider allows; shorten its template and have it submitted again',
  },
  {
    codes: ['taxCode', 'tax', 'amount', 'quantity', 'noLines'],
    zh: '税目、税率或金额不被接受，请核对开票项目设置',
    en: 'The tax code, rate or amount is not accepted; check the tax lines of the settings',
  },
  {
    codes: [ownFailures.noContract],
    zh: '与服务商的签约已失效，请核对服务商设置，或在税局开票后登记',
    en: 'The contract with the provider is gone; check its settings, or issue it at the tax bureau and record it',
  },
  {
    codes: [ownFailures.numberTaken],
    zh: '服务商给出的发票号码已登记在另一张发票上，请在税局核对',
    en: 'The provider gave a number that another invoice has; check it at the tax bureau',
  },
] as const satisfies readonly (Bilingual & { codes: readonly string[] })[]

/** Meaning of a provider's code with what to do about it; null for one that is not known. */
export const failureMeaning = (code: string): Bilingual | null => {
  const found = failureMeanings.find(({ codes }) => (codes as readonly string[]).includes(code))
  return found ? { zh: found.zh, en: found.en } : null
}
