import { words } from '../../../web/words.ts'

export const usePrintWords = words(
  'print',
  {
    unprintable: '“{letters}”暂时无法排印。可以保存，但写有它的证书和支付凭证还不能打印，请核对或联系客服',
  },
  {
    unprintable:
      '“{letters}” cannot be printed yet. You can save it, but not print certificates and payment confirmations that show it; please check, or contact support',
  },
)
