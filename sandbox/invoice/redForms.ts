import { randomBytes, randomInt } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { OneOf } from '../../contract/call.ts'
import { fenOf } from '../../server/channels/nuonuoShapes.ts'
import type { Tx } from '../../server/db.ts'
import { addRed, codes, NuonuoFault, wrong } from './actions.ts'
import {
  type GatewayForm,
  type GatewayInvoice,
  type GatewayLine,
  listForms,
  lockBlue,
  lockForm,
} from './data.ts'

const RedLine = Type.Object({
  blueDetailIndex: Type.String({ pattern: '^[1-9]\\d{0,4}$' }),
  goodsName: Type.String({ minLength: 1 }),
  goodsCode: Type.String({ pattern: '^\\d{19}$' }),
  taxExcludedAmount: Type.String({ pattern: '^-\\d{1,11}\\.\\d{2}$' }),
  taxAmount: Type.String({ pattern: '^-?\\d{1,11}\\.\\d{2}$' }),
  taxRate: Type.String(),
  num: Type.Optional(Type.String({ pattern: '^-' })),
})
/** The body that asks for a red form. */
const FormRequest = Type.Object({
  billId: Type.String({ pattern: '^[0-9A-Za-z_-]{1,32}$' }),
  orderNo: Type.String({ pattern: '^[0-9A-Za-z_-]{1,20}$' }),
  applySource: Type.Literal('0'),
  blueInvoiceLine: OneOf(['pc', 'bs']),
  blueElecInvoiceNumber: Type.String({ pattern: '^\\d{20}$' }),
  sellerTaxNo: Type.String(),
  buyerName: Type.String({ minLength: 1 }),
  redReason: OneOf(['1', '2', '3', '4']),
  callbackUrl: Type.String({ pattern: '^https?://[!-~]+$', maxLength: 225 }),
  detail: Type.Optional(Type.Array(RedLine, { minItems: 1 })),
})

/** States of a form that turned red, or still may. */
const live = ['01', '02', '03', '04']

/** Number of a full reversal's reason: a wrong title stays wrong on what is left. */
const mistake = '2'

/** The lines of a blue invoice less what forms have turned red, or may yet. */
async function leftOf(tx: Tx, blue: GatewayInvoice): Promise<GatewayLine[]> {
  const forms = await listForms(tx, { blueNumber: blue.number! })
  const taken = forms.filter(({ state }) => live.includes(state)).flatMap(({ lines }) => lines)
  return blue.lines.map((line) => {
    const same = taken.filter(({ index }) => index === line.index)
    return {
      ...line,
      amount: same.reduce((left, { amount }) => left - amount, line.amount),
      tax: same.reduce((left, { tax }) => left - tax, line.tax),
    }
  })
}

function turnLine(left: readonly GatewayLine[], asked: Static<typeof RedLine>): GatewayLine {
  const line = left.find(({ index }) => String(index) === asked.blueDetailIndex)
  if (!line || line.taxCode !== asked.goodsCode) return wrong('红字明细与蓝票明细不一致')
  const tax = 0 - fenOf(asked.taxAmount)
  const amount = tax - fenOf(asked.taxExcludedAmount)
  if (tax < 0 || amount > line.amount || tax > line.tax) wrong('红冲金额不能大于蓝票剩余可红冲金额')
  return { ...line, quantity: asked.num?.slice(1) ?? null, amount, tax }
}

async function addForm(
  tx: Tx,
  blue: GatewayInvoice,
  form: Pick<
    GatewayForm,
    'formId' | 'requester' | 'reason' | 'state' | 'seen' | 'redOrderNo' | 'callbackUrl'
  > & {
    lines: GatewayLine[]
  },
): Promise<void> {
  const added = await tx`
    insert into sandbox_red_forms ${tx({
      ...form,
      lines: tx.json(form.lines),
      formNo: Array.from({ length: 20 }, () => randomInt(10)).join(''),
      uuid: randomBytes(16).toString('hex'),
      sellerTaxNo: blue.sellerTaxNo,
      blueNumber: blue.number!,
      amount: form.lines.reduce((sum, { amount }) => sum + amount, 0),
      tax: form.lines.reduce((sum, { tax }) => sum + tax, 0),
    })} on conflict (form_id) do nothing`
  if (added.count === 0) throw new NuonuoFault(codes.wrong, '红字确认单申请号重复')
}

/** Takes a seller's red form: it needs nobody where the buyer has not booked the blue one, and turns red at once. */
export async function requestForm(tx: Tx, taxNo: string, body: unknown): Promise<string> {
  if (!Value.Check(FormRequest, body) || body.sellerTaxNo !== taxNo) return wrong('红字确认单参数格式错误')
  const blue = await lockBlue(tx, taxNo, body.blueElecInvoiceNumber)
  if (!blue) return wrong('未查询到对应的蓝字发票')
  if (blue.color === 'red') wrong('红字发票不能冲红')
  if (blue.content.invoiceLine !== body.blueInvoiceLine || blue.content.buyerName !== body.buyerName) {
    wrong('蓝票票种或购方与原发票不一致')
  }
  const left = await leftOf(tx, blue)
  const isWhole = left.every((line, i) => line.amount === blue.lines[i]!.amount)
  if (!body.detail && !isWhole) throw new NuonuoFault(codes.reddened, '该发票不能重复冲红')
  if (body.detail && body.redReason === mistake) wrong('开票有误只能全额红冲')
  const seen = new Set(body.detail?.map(({ blueDetailIndex }) => blueDetailIndex))
  if (body.detail && seen.size < body.detail.length) wrong('红字明细重复')
  const lines = body.detail?.map((line) => turnLine(left, line)) ?? left
  const state = blue.booked ? '02' : '01'
  await addForm(tx, blue, {
    formId: body.billId,
    requester: 'seller',
    reason: body.redReason,
    lines,
    state,
    seen: state,
    redOrderNo: body.orderNo,
    callbackUrl: body.callbackUrl,
  })
  if (state === '01') {
    await addRed(tx, blue, {
      formId: body.billId,
      lines,
      redOrderNo: body.orderNo,
      callbackUrl: body.callbackUrl,
    })
  }
  return body.billId
}

/** Begins a form as the buyer does, for the whole of an invoice; gives its id, which 诺诺 does not know yet. */
export async function beginAsBuyer(tx: Tx, blueNumber: string): Promise<string> {
  const blue = await lockBlue(tx, null, blueNumber)
  if (!blue || blue.color === 'red') return wrong('未查询到对应的蓝字发票')
  const lines = await leftOf(tx, blue)
  if (lines.some((line, i) => line.amount !== blue.lines[i]!.amount)) wrong('该发票不能重复冲红')
  const formId = randomBytes(10).toString('hex')
  await addForm(tx, blue, {
    formId,
    requester: 'buyer',
    reason: '3',
    lines,
    state: '03',
    seen: null,
    redOrderNo: null,
    callbackUrl: '',
  })
  return formId
}

/** Answers a form that waits for a side; an agreement turns the invoice red. */
async function answer(
  tx: Tx,
  form: GatewayForm,
  waits: '02' | '03',
  agrees: boolean,
  red: { redOrderNo: string | null; callbackUrl: string },
): Promise<void> {
  if (form.state === '07') wrong('确认单已超时')
  if (form.state !== waits) wrong('当前状态不允许确认')
  const state = agrees ? '04' : waits === '02' ? '05' : '06'
  // 诺诺 sees its own side's answer by itself, the buyer's once it fetches it.
  await tx`
    update sandbox_red_forms set state = ${state}, seen = case when ${waits} = '03' then ${state} else seen end,
      red_order_no = ${red.redOrderNo}
    where form_id = ${form.formId}`
  if (!agrees) return
  const blue = (await lockBlue(tx, form.sellerTaxNo, form.blueNumber))!
  await addRed(tx, blue, { ...form, ...red })
}

async function known(tx: Tx, taxNo: string, formId: string): Promise<GatewayForm> {
  return (await lockForm(tx, taxNo, formId)) ?? wrong('未查询到红字确认单')
}

export async function answerAsBuyer(tx: Tx, taxNo: string, formId: string, agrees: boolean): Promise<void> {
  const form = await known(tx, taxNo, formId)
  await answer(tx, form, '02', agrees, form)
}

const Confirmation = Type.Object({
  identity: Type.Literal('0'),
  billId: Type.String(),
  confirmAgreement: OneOf(['0', '1']),
  orderNo: Type.Optional(Type.String({ pattern: '^[0-9A-Za-z_-]{1,20}$' })),
  callbackUrl: Type.Optional(Type.String({ pattern: '^https?://[!-~]+$' })),
})

/** Answers a buyer's form for the seller. */
export async function confirmForm(tx: Tx, taxNo: string, body: unknown): Promise<void> {
  if (!Value.Check(Confirmation, body)) return wrong('确认参数格式错误')
  const form = await known(tx, taxNo, body.billId)
  const red = { redOrderNo: body.orderNo ?? null, callbackUrl: body.callbackUrl ?? '' }
  await answer(tx, form, '03', body.confirmAgreement === '1', red)
}

/** Takes a seller's own form back while the buyer has not answered. */
export async function revokeForm(tx: Tx, taxNo: string, formId: string): Promise<void> {
  const form = await known(tx, taxNo, formId)
  if (form.requester !== 'seller' || form.state !== '02') wrong('当前状态不允许撤销')
  await tx`update sandbox_red_forms set state = '08', seen = '08' where form_id = ${form.formId}`
}

/** Fetches the tax bureau's states for 诺诺: of one form, or of all of a seller. */
export async function refreshForms(tx: Tx, taxNo: string, formId: string | null): Promise<void> {
  const forms = formId === null ? await listForms(tx, { taxNo }) : [await known(tx, taxNo, formId)]
  for (const form of forms) {
    if (form.seen !== form.state)
      await tx`update sandbox_red_forms set seen = ${form.state} where form_id = ${form.formId}`
  }
}
