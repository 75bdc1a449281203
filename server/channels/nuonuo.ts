import { randomBytes } from 'node:crypto'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import {
  type AnswerOutcome,
  type DrawerCode,
  faultOf,
  type InvoiceOutcome,
  type InvoiceProvider,
  type InvoiceRefusal,
  type NewRedForm,
  type RedFormOutcome,
  type Silence,
} from './invoicing.ts'
import {
  Field,
  fenOf,
  formOf,
  issuedOf,
  listedOf,
  NuonuoForm,
  NuonuoInvoice,
  numberOf,
  orderOf,
  redFormOf,
  textOf,
} from './nuonuoShapes.ts'
import { doneCode, type NuonuoAddresses, type NuonuoContract, nuonuoWire, readBounded } from './nuonuoWire.ts'
import { ChannelFailure } from './payment.ts'
import { chineseTime, momentOf } from './wechatPay.ts'

const limits = { serialLimit: 20, formSerialLimit: 32, remarkLimit: 230 } as const

/** Codes of 诺诺: it knows of nothing by this number; the number was used; the tries of a day are used up. */
const [notFound, duplicate, noMoreTries] = ['E9500', 'E9106', 'E9613']

/** Milliseconds for a file of an invoice, and the most bytes of it. */
const [fileTimeout, fileBytes] = [20_000, 8 * 1024 * 1024]

/** Domains at which 诺诺 has the files of invoices, beside the host of its services. */
const fileDomains = ['.nuonuo.com', '.jss.com.cn', '.nntest.cn', '.nuonuocs.cn']

/** Rows of a page of a list, and the pages after which a list is not believed any more. */
const [pageSize, mostPages] = [50, 400]

const Session = Type.Object({ certificationStatus: Field })
const Code = Type.Object({ qrCode: Field, authId: Field, endTime: Field })
const Credit = Type.Object({ availableCreditLine: Field, totalCreditLine: Field, amountUpdateTime: Field })
const Verified = Type.Object({ status: Field })
const Forms = Type.Object({ total: Field, list: Type.Union([Type.Null(), Type.Array(NuonuoForm)]) })
const Listed = Type.Object({
  totalCount: Field,
  invoices: Type.Union([Type.Null(), Type.Array(NuonuoInvoice)]),
})
const Callback = Type.Object({ orderno: Type.String({ pattern: '^[0-9A-Za-z_-]{1,20}$' }) })

/** Types of codes of `getQrCode`: the one 诺诺 has already, and one it gets from the tax bureau. */
const codeTypes = { login: ['3', '2'], identity: ['1', '0'] } as const

/** Words of a failure that the drawer can mend by signing in. */
const wantsDrawer = /登录|登陆|扫码|认证/

function expect<T extends TSchema>(schema: T, result: unknown): Static<T> {
  if (Value.Check(schema, result)) return result
  throw new ChannelFailure('Nuonuo answered a body of another shape')
}

/** An outcome of what was asked; silence where nothing is known of it. */
async function heard<O>(ask: () => Promise<O>): Promise<O | Silence> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ChannelFailure) return { state: 'silent', code: error.code }
    throw error
  }
}

/** A day in China of which 诺诺 got its figure of the credit line, against today. */
const isOfToday = (text: string | null) =>
  text?.slice(0, 10) === chineseTime(new Date().toISOString()).slice(0, 10)

const momentIn = (text: string | null) => momentOf(text ? `${text.replace(' ', 'T')}+08:00` : undefined)

function formFault({ serial, redSerial, lines }: NewRedForm): string | null {
  if (!/^[0-9A-Za-z_-]{1,32}$/.test(serial) || !/^[0-9A-Za-z_-]{1,20}$/.test(redSerial)) return 'serial'
  if (!lines) return null
  const isGood = lines.every(({ index, amount, tax }) => index > 0 && amount > 0 && tax >= 0 && tax < amount)
  return isGood && lines.length > 0 ? null : 'amount'
}

/** 诺诺 for one seller, or the demo's stand-in for it, whose papers are samples. */
export function nuonuo(
  contract: NuonuoContract,
  addresses: NuonuoAddresses,
  name: InvoiceProvider['name'] = 'nuonuo',
): InvoiceProvider {
  const ask = nuonuoWire(contract, addresses)

  /** Asks for what is there; throws ChannelFailure where it is refused. */
  async function read<T extends TSchema>(method: string, body: object, schema: T): Promise<Static<T>> {
    const { code, result } = await ask(method, body)
    if (code !== doneCode) throw new ChannelFailure(`Nuonuo refused ${method}`, { code })
    return expect(schema, result)
  }

  async function pages<T extends TSchema, R>(
    method: string,
    body: object,
    schema: T,
    rowsOf: (page: Static<T>) => { rows: readonly R[]; total: number },
  ): Promise<R[]> {
    const found: R[] = []
    for (let pageNo = 1; pageNo <= mostPages; pageNo++) {
      const { code, result } = await ask(method, {
        ...body,
        pageNo: String(pageNo),
        pageSize: String(pageSize),
      })
      if (code === notFound) return found
      if (code !== doneCode) throw new ChannelFailure(`Nuonuo refused ${method}`, { code })
      const { rows, total } = rowsOf(expect(schema, result))
      found.push(...rows)
      if (rows.length < pageSize || found.length >= total) return found
    }
    throw new ChannelFailure(`Nuonuo answered a list without an end to ${method}`)
  }

  async function codeFor(purpose: DrawerCode['purpose']): Promise<DrawerCode> {
    const [stored, fresh] = codeTypes[purpose]
    const readCode = async () => {
      const found = await read('getQrCode', { queryType: stored }, Code)
      const expiresAt = momentIn(textOf(found.endTime))
      const isOver = expiresAt !== null && Date.parse(expiresAt) <= Date.now()
      return { purpose, qr: isOver ? null : textOf(found.qrCode), expiresAt, checkId: textOf(found.authId) }
    }
    const known = await readCode()
    if (known.qr !== null) return known
    // The tax bureau takes some seconds and gives one a minute: until there is one, the next question finds it.
    await ask('getQrCode', { queryType: fresh })
    return readCode()
  }

  /** The code by which the drawer has to sign in; null while they are, or where 诺诺 does not say. */
  async function missingCode(): Promise<DrawerCode | null> {
    const stateOf = async (queryType: string) => {
      const { code, result } = await ask('getCertificationStatus', { queryType })
      return code === doneCode ? textOf(expect(Session, result).certificationStatus) : null
    }
    if ((await stateOf('2')) === '0') return codeFor('login')
    return (await stateOf('1')) === '2' ? codeFor('identity') : null
  }

  /** The newest invoice by our number, or null. */
  async function find(serial: string): Promise<NuonuoInvoice | null> {
    const { code, result } = await ask('queryInvoiceResult', {
      orderNos: [serial],
      isOfferInvoiceDetail: '0',
    })
    if (code === notFound) return null
    if (code !== doneCode) throw new ChannelFailure('Nuonuo refused a query', { code })
    const [found] = expect(Type.Array(NuonuoInvoice), result)
    if (found && textOf(found.orderNo) !== serial)
      throw new ChannelFailure('Nuonuo answered of another invoice')
    return found ?? null
  }

  async function outcomeOf(found: NuonuoInvoice | null): Promise<InvoiceOutcome> {
    if (!found) return { state: 'unknown' }
    const status = String(found.status)
    if (status === '2') return { state: 'opened', ...issuedOf(found) }
    if (status === '24') return { state: 'sealFailed', number: numberOf(found) }
    if (status === '21') return { state: 'opening' }
    const message = textOf(found.failCause) ?? textOf(found.statusMsg) ?? ''
    if (status === '20' || (status === '22' && wantsDrawer.test(message))) {
      const code = await missingCode()
      if (code) return { state: 'waitingDrawer', code }
      if (status === '20') return { state: 'opening' }
    }
    // Void ones are of paper: a digital invoice is never void.
    if (['22', '3', '31'].includes(status)) return { state: 'failed', code: `STATUS_${status}`, message }
    throw new ChannelFailure('Nuonuo answered an invoice of an unknown state')
  }

  async function findForm(serial: string): Promise<NuonuoForm | null> {
    const { list } = await read('queryInvoiceRedConfirm', { identity: '0', billId: serial }, Forms)
    return list?.find((form) => textOf(form.billId) === serial) ?? null
  }

  const refusal = (code: string, describe: string | null | undefined): InvoiceRefusal => ({
    state: 'failed',
    code,
    message: describe ?? '',
  })

  const operate = (method: string, body: object): Promise<AnswerOutcome> =>
    heard(async () => {
      const { code, describe } = await ask(method, { identity: '0', ...body })
      return code === doneCode ? { state: 'done' } : refusal(code, describe)
    })

  return {
    name,
    ...limits,
    callbackAnswer: { status: '0000', message: 'success' },
    async issue(blue) {
      const fault = faultOf(blue, limits)
      if (fault) return refusal(fault, null)
      return heard(async () => {
        const { code, describe } = await ask('requestBillingNew', orderOf(blue))
        if (code === doneCode) return { state: 'opening' }
        // A refusal counts where 诺诺 knows of nothing by this number: an earlier answer may have been lost.
        const found = await outcomeOf(await find(blue.serial))
        if (found.state !== 'unknown') return found
        return code === duplicate ? { state: 'opening' } : refusal(code, describe)
      })
    },
    query: (serial) => heard(async () => outcomeOf(await find(serial))),
    reissue: (serial) =>
      heard<InvoiceOutcome>(async () => {
        const found = await find(serial)
        if (!found || !['20', '22', '24'].includes(String(found.status))) return outcomeOf(found)
        const { code } = await ask('reInvoice', { fpqqlsh: textOf(found.serialNo) ?? '', orderno: serial })
        if (code === noMoreTries) return { state: 'silent', code }
        return outcomeOf(await find(serial))
      }),
    async requestRed(form) {
      const fault = formFault(form)
      if (fault) return refusal(fault, null)
      return heard<RedFormOutcome>(async () => {
        const { code, describe } = await ask('saveInvoiceRedConfirm', formOf(form))
        const found = await findForm(form.serial)
        if (found) return { state: 'form', form: redFormOf(found) }
        return code === doneCode ? { state: 'silent', code: null } : refusal(code, describe)
      })
    },
    queryRed: (formSerial) =>
      heard<RedFormOutcome>(async () => {
        const found = await findForm(formSerial)
        if (!found) return { state: 'unknown' }
        const form = redFormOf(found)
        const isWaiting = form.state === 'waitsForBuyer' || form.state === 'waitsForSeller'
        if (!isWaiting || !found.billUuid) return { state: 'form', form }
        // 诺诺 hears of the other side's answer only where it is told to fetch it.
        await ask('refreshInvoiceRedConfirm', { identity: '0', billUuid: found.billUuid })
        return { state: 'form', form: redFormOf((await findForm(formSerial)) ?? found) }
      }),
    async listBuyerForms(from, to) {
      await ask('refreshInvoiceRedConfirm', { identity: '0', startTime: from, endTime: to })
      const days = { identity: '0', billTimeStart: from, billTimeEnd: to }
      const found = await pages('queryInvoiceRedConfirm', days, Forms, ({ list, total }) => ({
        rows: list ?? [],
        total: Number(total ?? 0),
      }))
      return found.map(redFormOf).filter(({ requester }) => requester === 'buyer')
    },
    answerRed: (formSerial, { agrees, redSerial, callbackUrl }) =>
      operate('confirm', {
        billId: formSerial,
        confirmAgreement: agrees ? '1' : '0',
        ...(agrees ? { orderNo: redSerial, callbackUrl } : {}),
      }),
    revokeRed: (formSerial) => operate('confirmInfoCancel', { billId: formSerial }),
    async list(day) {
      const asked = {
        taxnum: contract.taxNo,
        requestType: '1',
        startTime: `${day} 00:00:00`,
        endTime: `${day} 23:59:59`,
      }
      const found = await pages('queryInvoiceList', asked, Listed, ({ invoices, totalCount }) => ({
        rows: invoices ?? [],
        total: Number(totalCount ?? 0),
      }))
      // One whose seal failed is issued as well.
      return found
        .filter((one) => ['2', '21', '24'].includes(String(one.status)) && numberOf(one) !== null)
        .map(listedOf)
    },
    async credit() {
      const found = await read('getCreditLine', { queryType: '1' }, Credit)
      // The tax bureau is asked in the background, so that the next question has a figure of today.
      if (!isOfToday(textOf(found.amountUpdateTime))) await ask('getCreditLine', { queryType: '0' })
      const sum = (field: Field) => (textOf(field) === null ? null : fenOf(field))
      return {
        left: sum(found.availableCreditLine),
        total: sum(found.totalCreditLine),
        code: await missingCode(),
      }
    },
    async confirmDrawer({ purpose, checkId }) {
      if (purpose === 'identity') {
        await ask('getCertificationStatus', { queryType: '0', authId: checkId ?? '' })
        const { certificationStatus } = await read('getCertificationStatus', { queryType: '1' }, Session)
        return textOf(certificationStatus) === '1'
      }
      await ask('verifyComplete', { queryType: '0' })
      return textOf((await read('verifyComplete', { queryType: '1' }, Verified)).status) === '1'
    },
    async download(address) {
      const url = URL.canParse(address) ? new URL(address) : null
      const isOwn = url?.origin === new URL(addresses.services).origin
      const isTheirs = url && fileDomains.some((domain) => url.hostname.endsWith(domain))
      if (!url || !(isOwn || isTheirs)) throw new ChannelFailure('Nuonuo gave a file at another address')
      if (!isOwn) url.protocol = 'https:'
      try {
        const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(fileTimeout) })
        if (!response.ok) throw new Error(`status ${response.status}`)
        return await readBounded(response, fileBytes)
      } catch (error) {
        if (error instanceof ChannelFailure) throw error
        throw new ChannelFailure('Nuonuo gave no file', { cause: error })
      }
    },
    readCallback(raw) {
      const fields = Object.fromEntries(new URLSearchParams(raw.toString('utf8')))
      return Value.Check(Callback, fields) ? fields.orderno : null
    },
    async check() {
      try {
        const serial = `check_${randomBytes(6).toString('hex')}`
        const { code } = await ask('queryInvoiceResult', { orderNos: [serial], isOfferInvoiceDetail: '0' })
        const isRight = code === notFound || code === doneCode
        return isRight ? { result: 'right', code: null } : { result: 'refused', code }
      } catch (error) {
        const code = error instanceof ChannelFailure ? error.code : null
        return { result: code === null ? 'silent' : 'refused', code }
      }
    },
  }
}
