import { useAction, useCall } from '../../../web/client.ts'
import { Tag } from '../../../web/shell/control/Tag.tsx'
import { CrudTable } from '../../../web/shell/list/CrudTable.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { RowActions } from '../../../web/shell/control/RowActions.tsx'
import { When } from '../../../web/shell/control/When.tsx'
import { useBilingual } from '../../../web/words.ts'
import { type Delivery, messageCalls, messageExports } from '../contract.ts'
import { deliveryStates, messageChannels } from '../rules.ts'
import { useMessageWords } from './words.ts'

const colours = { queued: 'default', sent: 'blue', delivered: 'green', failed: 'red' } as const
/** Our own reasons, which have words; every other code is the carrier's. */
const ownCodes = [
  'budget',
  'numberBudget',
  'expired',
  'noTemplate',
  'noRecipient',
  'noChannel',
  'noAnswer',
  'interrupted',
] as const

/** Table of sent messages and their states, without a number in clear. */
export function DeliveryTable() {
  const say = useMessageWords()
  const pick = useBilingual()
  const kinds = useCall(messageCalls.listKinds, {}, { staleTime: 60_000 })
  const again = useAction(messageCalls.resend)
  const mayResend = useMay(messageCalls.resend)
  const channelName = (channel: Delivery['channel']) => say(channel === 'wechat' ? 'wechatMessage' : channel)
  const reason = (code: string | null) => {
    const own = ownCodes.find((known) => known === code)
    return own ? say(`own_${own}`) : code && <code>{code}</code>
  }
  return (
    <CrudTable
      call={messageCalls.queryDeliveries}
      exportCall={messageExports.exportDeliveries}
      filters={[
        { name: 'recipient', label: say('recipientHint'), kind: 'text' },
        {
          name: 'status',
          label: say('status'),
          kind: 'many',
          options: deliveryStates.map((value) => ({ value, label: say(value) })),
        },
        { kind: 'days', from: 'from', to: 'to', label: say('created') },
        {
          name: 'channel',
          label: say('channel'),
          kind: 'select',
          options: messageChannels.map((value) => ({ value, label: channelName(value) })),
        },
        {
          name: 'kind',
          label: say('kind'),
          kind: 'select',
          options: (kinds.data?.kinds ?? []).map(({ kind, title }) => ({
            value: kind,
            label: pick(title.zh, title.en),
          })),
        },
      ]}
      columns={[
        { key: 'createdAt', title: say('created'), render: (_, row) => <When at={row.createdAt} /> },
        { key: 'kind', title: say('kind'), render: (_, row) => pick(row.title.zh, row.title.en) },
        { key: 'channel', title: say('channel'), render: (_, row) => channelName(row.channel) },
        { key: 'recipient', title: say('recipient'), dataIndex: 'recipient' },
        {
          key: 'status',
          title: say('status'),
          card: 'tag',
          render: (_, row) => <Tag color={colours[row.status]}>{say(row.status)}</Tag>,
        },
        { key: 'carrierCode', title: say('carrierCode'), render: (_, row) => reason(row.carrierCode) },
        { key: 'tries', title: say('tries'), dataIndex: 'tries', align: 'right' },
        { key: 'sentAt', title: say('sentAt'), render: (_, row) => <When at={row.sentAt} /> },
        {
          key: 'settledAt',
          title: say('settledAt'),
          render: (_, row) => <When at={row.settledAt} />,
        },
        {
          key: 'actions',
          title: say('actions'),
          fixed: 'right',
          render: (_, row) => (
            <RowActions
              actions={[
                mayResend &&
                  row.isRepeatable && {
                    key: 'resend',
                    label: say('resend'),
                    confirm: { title: say('resendConfirm') },
                    onClick: () => again.mutate({ id: row.id }),
                  },
              ]}
            />
          ),
        },
      ]}
    />
  )
}
