import { words } from '../../../web/words.ts'

export const usePaymentWords = words(
  'payment',
  {
    silentTitle: '支付 {no} 没有结果',
    silentText: '{channel}，¥{amount}。系统会继续查询；渠道已停用或一直没有结果的，可以人工结束。',
    cameTitle: '支付 {no} 收到的款项与订单不符',
    cameText: '{channel}实收 ¥{amount}，应收 ¥{asked}，渠道单号 {number}。请在商户平台核对并退回或补收。',
    wentBackTitle: '款项重复退回：¥{amount}',
    wentBackText: '{channel}已退回 {number}，账上已按其他方式退款。请联系付款人收回，或说明原因。',
    end: '结束这笔支付',
    endTitle: '结束支付 {no}',
    endHint: '先在商户平台确认付款人没有付款。结束后如果款项仍然到账，系统会自动原路退回。',
    settle: '处理完毕',
    settleTitle: '处理差异 {no}',
    settleHint: '写明怎样处理的，会记入操作日志。支付仍在等待的，同时结束。',
    ended: '支付已结束',
    settled: '差异已处理',
    qr: '付款 ¥{amount} 的二维码',
    codeOver: '这个码已过期',
    codeLeft: '二维码 {time} 内有效',
    scan: '请用手机扫码付款',
    cashier: '打开演示付款页',
    check: '我已付款',
    newCode: '换一个码',
  },
  {
    silentTitle: 'Payment {no} has no result',
    silentText:
      '{channel}, ¥{amount}. It is queried again; where the channel is no longer in use or gives no result, end it here.',
    cameTitle: 'Payment {no}: the money does not match the order',
    cameText:
      '{channel} received ¥{amount}, asked for ¥{asked}, number {number}. Check the merchant platform, then refund it or collect the rest.',
    wentBackTitle: 'Money refunded twice: ¥{amount}',
    wentBackText:
      '{channel} refunded {number}, and the books have it refunded in another way. Recover it from the payer, or note why not.',
    end: 'End this payment',
    endTitle: 'End payment {no}',
    endHint:
      'First make sure on the merchant platform that nothing was paid. Money that still comes afterwards is refunded automatically.',
    settle: 'Settle',
    settleTitle: 'Settle the difference {no}',
    settleHint:
      'Note what was done about it; it is written to the operation log. A payment that still waits ends with it.',
    ended: 'Payment ended',
    settled: 'Difference settled',
    qr: 'QR code to pay ¥{amount}',
    codeOver: 'This code has expired',
    codeLeft: 'The code is valid for {time}',
    scan: 'Scan with your phone to pay',
    cashier: 'Open the demo payment page',
    check: 'I have paid',
    newCode: 'Another code',
  },
)
