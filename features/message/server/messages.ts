import { messageKind } from '../../../contract/message.ts'

const channels = {
  sms: { zh: '短信', en: 'SMS' },
  mail: { zh: '邮件', en: 'E-mail' },
  wechat: { zh: '微信消息', en: 'WeChat messages' },
} as const

/** Messages through a channel fail. */
export const channelAlarm = messageKind({
  code: 'message.channelAlarm',
  group: 'alarm',
  params: { channel: channels, code: 'text' },
  names: { channel: { zh: '渠道名称', en: 'channel' }, code: { zh: '返回码', en: 'provider code' } },
  title: { zh: '{channel}发送失败', en: '{channel}: delivery failing' },
  text: {
    zh: '{channel}没有发出，服务商返回 {code}。请在“消息与通知”的发送记录里查看并处理；同一问题一小时内只提醒一次。',
    en: '{channel}: messages were not sent; the provider answered {code}. See the delivery log under “Messages”. The same problem is reported once an hour.',
  },
  way: '/project-manage/message?tab=log&status=failed',
})

/** The texts that a day has for anything but codes are used up. */
export const noticeBudgetAlarm = messageKind({
  code: 'message.noticeBudgetAlarm',
  group: 'alarm',
  params: { daily: 'count' },
  names: { daily: { zh: '每日上限', en: 'daily limit' } },
  title: { zh: '今日通知短信已达上限', en: 'Daily SMS limit for notices reached' },
  text: {
    zh: '今天的 {daily} 条短信限额只剩留给验证码的部分，其他短信今天不再发出。如属正常，请提高限额。',
    en: 'Of today’s limit of {daily} SMS only the share reserved for codes is left; no other SMS are sent today. Raise the limit if this is expected.',
  },
  way: '/project-manage/message?tab=limits',
})

/** The texts of a day are used up. */
export const budgetAlarm = messageKind({
  code: 'message.budgetAlarm',
  group: 'alarm',
  params: { daily: 'count' },
  names: { daily: { zh: '每日上限', en: 'daily limit' } },
  title: { zh: '今日短信已用完', en: 'Daily SMS limit reached' },
  text: {
    zh: '今天的 {daily} 条短信限额已用完，之后的短信不再发出，验证码也不能发送。如属正常，请提高限额。',
    en: 'Today’s limit of {daily} SMS is used up; no more are sent, codes included. Raise the limit if this is expected.',
  },
  way: '/project-manage/message?tab=limits',
})

/** Payments come to no end, or bring other money than was asked for. */
export const paymentAlarm = messageKind({
  code: 'message.paymentAlarm',
  group: 'alarm',
  params: { payments: 'count' },
  names: { payments: { zh: '笔数', en: 'payments' } },
  title: { zh: '支付处理异常', en: 'Payments are failing' },
  text: {
    zh: '有 {payments} 笔支付没有结果，或款项与账上不符。没有结果的，系统会继续查询；一直没有恢复的，请在首页的待办里打开订单，逐笔结束或处理。',
    en: '{payments} {payments|payment has|payments have} no result, or the money differs from the books. What has no result is queried again; if it continues, open the orders from the work on the home page and end or settle each.',
  },
  way: '/home/index',
})

/** Refunds do not go through. */
export const refundAlarm = messageKind({
  code: 'message.refundAlarm',
  group: 'alarm',
  params: { refunds: 'count' },
  names: { refunds: { zh: '笔数', en: 'refunds' } },
  title: { zh: '退款没有办成', en: 'Refunds are failing' },
  text: {
    zh: '有 {refunds} 笔退款没有办成。渠道没有回答的，系统会继续重试；被渠道拒绝、关闭或退回的不会自动重试，请再次退款或登记线下退款。',
    en: '{refunds} {refunds|refund has|refunds have} not gone through. What the channel left unanswered is retried; what it refused, closed or returned is not: refund it again, or record it as refunded offline.',
  },
  way: '/invoice-manage/refund-list?status=failed',
})

/** Errors appeared that nobody has seen yet, or that had been resolved. */
export const errorAlarm = messageKind({
  code: 'message.errorAlarm',
  group: 'alarm',
  params: { errors: 'count', place: 'text' },
  names: { errors: { zh: '个数', en: 'errors' }, place: { zh: '出错的地方', en: 'place' } },
  title: { zh: '出现新的异常', en: 'New errors' },
  text: {
    zh: '有 {errors} 个新出现或再次出现的异常，最近一个在 {place}。',
    en: '{errors} {errors|error is|errors are} new or came back, the latest at {place}.',
  },
  way: '/exception-manage/list?status=open,returned',
})

/** Background work of a lane does not move, or was given up. */
export const laneAlarm = messageKind({
  code: 'message.laneAlarm',
  group: 'alarm',
  params: {
    lane: {
      time: { zh: '到期处理', en: 'Scheduled processing' },
      money: { zh: '支付处理', en: 'Payment processing' },
      people: { zh: '导入导出', en: 'Imports and exports' },
      code: { zh: '验证码发送', en: 'Verification codes' },
      message: { zh: '消息发送', en: 'Message delivery' },
      push: { zh: '结果推送', en: 'Push of results' },
      heavy: { zh: '视频处理', en: 'Video processing' },
    },
    minutes: 'count',
  },
  names: {
    lane: { zh: '后台任务', en: 'background work' },
    minutes: { zh: '等待分钟数', en: 'minutes waited' },
  },
  title: { zh: '{lane}没有进展', en: '{lane}: no progress' },
  text: {
    zh: '{lane}的后台任务已等待 {minutes} 分钟没有进展。如果一直不动，请联系技术支持。',
    en: '{lane}: background work has waited {minutes} {minutes|minute|minutes} without progress. If this continues, contact technical support.',
  },
  way: '/home/index',
})

/** A job failed after all its tries. */
export const jobAlarm = messageKind({
  code: 'message.jobAlarm',
  group: 'alarm',
  params: { lane: laneAlarm.params.lane, jobs: 'count' },
  names: { lane: { zh: '后台任务', en: 'background work' }, jobs: { zh: '任务数', en: 'jobs' } },
  title: { zh: '{lane}有任务失败', en: '{lane}: work failed' },
  text: {
    zh: '{lane}有 {jobs} 项后台任务重试后仍然失败，请联系技术支持查看日志。',
    en: '{lane}: {jobs} background {jobs|job|jobs} failed after all tries. Contact technical support to check the log.',
  },
  way: '/home/index',
})

/** The kinds of messages that report what fails. */
export const alarmKinds = [
  channelAlarm,
  noticeBudgetAlarm,
  budgetAlarm,
  paymentAlarm,
  refundAlarm,
  errorAlarm,
  laneAlarm,
  jobAlarm,
]
