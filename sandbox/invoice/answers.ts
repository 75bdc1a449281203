import { decimalYuan } from '../../contract/money.ts'
import type { GatewayForm, GatewayInvoice } from './data.ts'

/** Names of an invoice's states, as 诺诺 gives them. */
const names = { 20: '开票中', 2: '开票完成（最终状态）', 22: '开票失败', 24: '开票成功签章失败' } as const

/** Addresses of an invoice's files below that of the gateway; none while it has no seal. */
function filesOf({ status, token }: GatewayInvoice, base: string) {
  const address = (kind: string) => (status === '2' ? `${base}/files/${token}.${kind}` : '')
  return { pdfUrl: address('pdf'), ofdUrl: address('ofd'), xmlUrl: address('xml') }
}

/** An invoice as 诺诺 answers about it; `base` is where its files are. */
export function invoiceAnswer(invoice: GatewayInvoice, base: string): object {
  const { content, amount, tax, number, issuedAt } = invoice
  return {
    serialNo: invoice.serialNo,
    orderNo: invoice.orderNo,
    status: invoice.status,
    statusMsg: names[invoice.status],
    failCause: invoice.status === '22' ? invoice.fault : '',
    invoiceTime: issuedAt && Date.parse(issuedAt),
    invoiceCode: '',
    invoiceNo: number ?? '',
    allElectronicInvoiceNumber: number ?? '',
    exTaxAmount: decimalYuan(amount - tax),
    taxAmount: decimalYuan(tax),
    orderAmount: decimalYuan(amount),
    payerName: content.buyerName,
    payerTaxNo: content.buyerTaxNum,
    invoiceKind: content.invoiceLine,
    clerk: content.clerk,
    ...filesOf(invoice, base),
  }
}

/** A red form as 诺诺 answers about it: in the state it last fetched. */
export function formAnswer(form: GatewayForm, red: GatewayInvoice | undefined): object {
  return {
    billId: form.formId,
    billNo: form.formNo,
    billUuid: form.uuid,
    billStatus: form.seen,
    billMessage: '',
    requestStatus: '',
    openStatus: red?.number ? '1' : '0',
    applySource: form.requester === 'seller' ? 0 : 1,
    blueElecInvoiceNumber: form.blueNumber,
    taxExcludedAmount: decimalYuan(form.tax - form.amount),
    taxAmount: decimalYuan(0 - form.tax),
    redReason: form.reason,
    invoiceSerialNum: red?.number ? red.serialNo : null,
    orderNo: red?.number ? red.orderNo : null,
    redInvoiceNumber: red?.number ?? null,
    detail: form.lines.map((line) => ({
      blueDetailIndex: String(line.index),
      goodsName: line.name,
      goodsCode: line.taxCode,
      taxRate: line.rate,
      taxExcludedAmount: decimalYuan(line.tax - line.amount),
      taxAmount: decimalYuan(0 - line.tax),
    })),
  }
}

/** States of a callback by those of the invoice. */
const callbackStates = { 2: '1', 22: '2', 24: '3', 20: '' } as const

/** A callback as a form; it shows no signature. */
export function callbackBody(invoice: GatewayInvoice, base: string): string {
  const { pdfUrl, ofdUrl, xmlUrl } = filesOf(invoice, base)
  const content = {
    c_status: callbackStates[invoice.status],
    c_orderno: invoice.orderNo,
    c_fpqqlsh: invoice.serialNo,
    c_kprq: invoice.issuedAt && Date.parse(invoice.issuedAt),
    allElectronicInvoiceNumber: invoice.number ?? '',
    c_bhsje: decimalYuan(invoice.amount - invoice.tax),
    c_hjse: decimalYuan(invoice.tax),
    c_saletaxnum: invoice.sellerTaxNo,
    c_errorMessage: invoice.status === '22' ? invoice.fault : '',
    c_url: pdfUrl,
    c_ofd_url: ofdUrl,
    c_xml_url: xmlUrl,
  }
  return new URLSearchParams({
    operater: 'callback',
    orderno: invoice.orderNo,
    content: JSON.stringify(content),
  }).toString()
}
