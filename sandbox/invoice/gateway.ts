import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { decimalYuan } from '../../contract/money.ts'
import { chineseTime } from '../../server/channels/wechatPay.ts'
import type { Tx } from '../../server/db.ts'
import { codes, NuonuoFault, retry, takeOrder, wrong } from './actions.ts'
import { formAnswer, invoiceAnswer } from './answers.ts'
import { findByOrder, findReds, listForms, listBetween, readDrawer } from './data.ts'
import { completeCheck, makeCode } from './drawer.ts'
import { confirmForm, refreshForms, requestForm, revokeForm } from './redForms.ts'

/** A request of a seller, by the transaction that answers it; `base` is the gateway's own address. */
interface Request {
  tx: Tx
  taxNo: string
  base: string
  body: unknown
}

const read = <T extends TSchema>(schema: T, body: unknown): Static<T> =>
  Value.Check(schema, body) ? body : wrong('参数格式错误')

const ByType = Type.Object({ queryType: Type.String({ pattern: '^[0-4]$' }) })
const Page = {
  pageNo: Type.String({ pattern: '^[1-9]\\d{0,4}$' }),
  pageSize: Type.String({ pattern: '^[1-9]\\d?$' }),
}
const Listing = Type.Object({
  taxnum: Type.String(),
  requestType: Type.Literal('1'),
  startTime: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$' }),
  endTime: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$' }),
  ...Page,
})
const FormQuery = Type.Object({
  identity: Type.Literal('0'),
  billId: Type.Optional(Type.String()),
  billTimeStart: Type.Optional(Type.String({ format: 'date' })),
  billTimeEnd: Type.Optional(Type.String({ format: 'date' })),
  pageNo: Type.Optional(Page.pageNo),
  pageSize: Type.Optional(Page.pageSize),
})
const Refresh = Type.Object({
  identity: Type.Literal('0'),
  billUuid: Type.Optional(Type.String()),
  startTime: Type.Optional(Type.String({ format: 'date' })),
  endTime: Type.Optional(Type.String({ format: 'date' })),
})

const dayOf = (moment: string) => chineseTime(moment).slice(0, 10)
const clock = (moment: string) => chineseTime(moment).slice(0, 19).replace('T', ' ')

/** Answers by method: a result, or a NuonuoFault. */
export const methods: Readonly<Record<string, (request: Request) => Promise<unknown>>> = {
  requestBillingNew: async ({ tx, taxNo, body }) => ({ invoiceSerialNum: await takeOrder(tx, taxNo, body) }),
  async queryInvoiceResult({ tx, taxNo, base, body }) {
    const { orderNos } = read(
      Type.Object({ orderNos: Type.Array(Type.String(), { minItems: 1, maxItems: 50 }) }),
      body,
    )
    const found = await findByOrder(tx, taxNo, orderNos)
    if (found.length === 0) throw new NuonuoFault(codes.none, '未查询到发票')
    return found.map((invoice) => invoiceAnswer(invoice, base))
  },
  async reInvoice({ tx, taxNo, body }) {
    const { orderno } = read(Type.Object({ fpqqlsh: Type.String(), orderno: Type.String() }), body)
    await retry(tx, taxNo, orderno)
    return null
  },
  async queryInvoiceList({ tx, taxNo, base, body }) {
    const { taxnum, startTime, endTime, pageNo, pageSize } = read(Listing, body)
    if (taxnum !== taxNo) wrong('税号与授权税号不一致')
    const issued = await listBetween(tx, taxNo, startTime, endTime)
    const from = (Number(pageNo) - 1) * Number(pageSize)
    const shown = issued.slice(from, from + Number(pageSize))
    return { totalCount: issued.length, invoices: shown.map((invoice) => invoiceAnswer(invoice, base)) }
  },
  saveInvoiceRedConfirm: ({ tx, taxNo, body }) => requestForm(tx, taxNo, body),
  async queryInvoiceRedConfirm({ tx, taxNo, body }) {
    const { billId, billTimeStart, billTimeEnd, pageNo = '1', pageSize = '10' } = read(FormQuery, body)
    if (billId === undefined && (!billTimeStart || !billTimeEnd)) wrong('填开起止时间不能为空')
    const known = (await listForms(tx, { taxNo })).filter(({ seen, formId, createdAt }) => {
      const day = dayOf(createdAt)
      return seen !== null && (billId ? formId === billId : day >= billTimeStart! && day <= billTimeEnd!)
    })
    const from = (Number(pageNo) - 1) * Number(pageSize)
    const shown = known.slice(from, from + Number(pageSize))
    const reds = await findReds(
      tx,
      shown.map(({ formId }) => formId),
    )
    return {
      total: String(known.length),
      list: shown.map((form) => formAnswer(form, reds.get(form.formId))),
    }
  },
  async refreshInvoiceRedConfirm({ tx, taxNo, body }) {
    const { billUuid, startTime, endTime } = read(Refresh, body)
    if (!billUuid && (!startTime || !endTime)) wrong('填开起止时间不能为空')
    await refreshForms(tx, taxNo, billUuid ?? null)
    return null
  },
  confirm: ({ tx, taxNo, body }) => confirmForm(tx, taxNo, body).then(() => null),
  async confirmInfoCancel({ tx, taxNo, body }) {
    const { billId } = read(Type.Object({ identity: Type.Literal('0'), billId: Type.String() }), body)
    await revokeForm(tx, taxNo, billId)
    return null
  },
  async getCertificationStatus({ tx, taxNo, body }) {
    const { queryType } = read(ByType, body)
    if (queryType === '0') {
      await completeCheck(tx, taxNo, 'identity')
      return null
    }
    const { needs } = await readDrawer(tx, taxNo)
    const states = queryType === '2' ? { login: '0', identity: '1' } : { login: '0', identity: '2' }
    return { certificationStatus: needs ? states[needs] : '1' }
  },
  async getQrCode({ tx, taxNo, base, body }) {
    const { queryType } = read(ByType, body)
    if (queryType === '0' || queryType === '2') {
      await makeCode(tx, taxNo)
      return null
    }
    const { needs, code, codeUntil } = await readDrawer(tx, taxNo)
    const isWanted = needs === (queryType === '1' ? 'identity' : 'login')
    if (!isWanted || !code) return { qrCode: '', status: '0' }
    return {
      qrCode: `${base}/drawer/${code}`,
      qrCodeType: '2',
      authId: needs === 'identity' ? code.slice(0, 12) : '',
      endTime: clock(codeUntil!),
      status: '1',
    }
  },
  async verifyComplete({ tx, taxNo, body }) {
    const { queryType } = read(ByType, body)
    if (queryType === '0') await completeCheck(tx, taxNo, 'login')
    return { status: (await readDrawer(tx, taxNo)).needs === 'login' ? '0' : '1', message: '' }
  },
  async getCreditLine({ tx, taxNo, body }) {
    const { queryType } = read(ByType, body)
    if (queryType === '0') return null
    const { credit, used } = await readDrawer(tx, taxNo)
    const [now] = await tx<{ at: string }[]>`select moment() as at`
    return {
      availableCreditLine: decimalYuan(Math.max(0, credit - used)),
      usedCreditLine: decimalYuan(used),
      totalCreditLine: decimalYuan(credit),
      amountUpdateTime: clock(now!.at),
      requestStatus: '1',
    }
  },
}
