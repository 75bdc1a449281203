import { exported } from '../../../server/exporting.ts'
import { type Delivery, messageExports } from '../contract.ts'
import { deliveryLifecycle } from '../rules.ts'

const channels: Readonly<Record<Delivery['channel'], { zh: string; en: string }>> = {
  sms: { zh: '短信', en: 'SMS' },
  mail: { zh: '邮件', en: 'E-mail' },
  wechat: { zh: '微信', en: 'WeChat' },
}

/** The sheet of what was sent through the channels. */
export const deliveryExportList = [
  exported(messageExports.exportDeliveries, [
    { title: { zh: '创建时间', en: 'Created' }, format: 'moment', width: 18, value: (row) => row.createdAt },
    { title: { zh: '消息', en: 'Message' }, width: 24, value: (row) => row.title },
    { title: { zh: '渠道', en: 'Channel' }, value: (row) => channels[row.channel] },
    { title: { zh: '接收方', en: 'Recipient' }, width: 24, value: (row) => row.recipient },
    { title: { zh: '状态', en: 'Status' }, value: (row) => deliveryLifecycle.stateName(row.status) },
    { title: { zh: '返回码', en: 'Provider code' }, width: 24, value: (row) => row.carrierCode },
    { title: { zh: '发送次数', en: 'Attempts' }, format: 'count', value: (row) => row.tries },
    { title: { zh: '发出时间', en: 'Sent' }, format: 'moment', width: 18, value: (row) => row.sentAt },
    {
      title: { zh: '结果时间', en: 'Result at' },
      format: 'moment',
      width: 18,
      value: (row) => row.settledAt,
    },
  ]),
]
