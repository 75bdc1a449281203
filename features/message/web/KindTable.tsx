import { useState } from 'react'
import type { OutputOf } from '../../../contract/call.ts'
import { useCall } from '../../../web/client.ts'
import { Loaded } from '../../../web/kit/Loaded.tsx'
import { Tag } from '../../../web/shell/control/Tag.tsx'
import { Button } from '../../../web/shell/control/Button.tsx'
import { Note } from '../../../web/shell/control/Note.tsx'
import { RowList } from '../../../web/shell/list/RowList.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { useBilingual } from '../../../web/words.ts'
import { type MessageKindRow, messageCalls } from '../contract.ts'
import { isOnUnset, type MessageChannel, messageChannels } from '../rules.ts'
import { useMessageWords } from './words.ts'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'

const RouteDrawer = dialogPart(() => import('./RouteDrawer.tsx'))

/** The groups in the order they are listed: what a portal cannot do without comes first. */
const groups = ['code', 'security', 'notice', 'alarm']

type Kinds = OutputOf<typeof messageCalls.listKinds>

/** Every kind of message, with the channels that it goes through. */
export function KindTable() {
  const query = useCall(messageCalls.listKinds, {})
  return <Loaded query={query}>{(kinds) => <KindRows kinds={kinds} />}</Loaded>
}

function KindRows({ kinds: { kinds, channels, smsCarrier } }: { kinds: Kinds }) {
  const say = useMessageWords()
  const pick = useBilingual()
  const maySet = useMay(messageCalls.saveRoute)
  const [edited, setEdited] = useState<{ row: MessageKindRow; channel: MessageChannel } | null>(null)
  const channelName = (channel: MessageChannel) => say(channel === 'wechat' ? 'wechatMessage' : channel)

  function cell(row: MessageKindRow, channel: MessageChannel) {
    if (row.group === 'code' && channel !== 'sms') return null
    if (!channels.includes(channel)) return <Tag>{say('notOpen')}</Tag>
    const route = row.routes.find((each) => each.channel === channel)
    const isOn = route?.isEnabled ?? isOnUnset(row.group, channel)
    const lacksTemplate = isOn && channel === 'sms' && smsCarrier !== 'local' && !route?.templateId
    const kind = pick(row.title.zh, row.title.en)
    return (
      <>
        {lacksTemplate ? (
          <Tag color="orange">{say('own_noTemplate')}</Tag>
        ) : (
          <Tag color={isOn ? 'green' : 'default'}>{say(isOn ? 'on' : 'off')}</Tag>
        )}
        {maySet && (
          <Button
            type="link"
            size="small"
            aria-label={say('setOf', { kind, channel: channelName(channel) })}
            onClick={() => setEdited({ row, channel })}
          >
            {say('set')}
          </Button>
        )}
      </>
    )
  }
  const carrier =
    smsCarrier === null
      ? say('carrierNone')
      : smsCarrier === 'local'
        ? say('carrierLocal')
        : say('carrier', { name: smsCarrier })
  return (
    <div className="shell-card">
      <Note type="info" title={`${carrier} · ${say('inboxOnly')}`} />
      <RowList
        name={say('kinds')}
        rows={groups.flatMap((group) => kinds.filter((row) => row.group === group))}
        keyOf={(row) => row.kind}
        empty={null}
        columns={[
          { key: 'kind', title: say('kind'), render: (_, row) => pick(row.title.zh, row.title.en) },
          {
            key: 'group',
            title: say('group'),
            card: 'tag',
            render: (_, row) => <Tag>{say(row.group === 'code' ? 'codeGroup' : row.group)}</Tag>,
          },
          ...messageChannels.map((channel) => ({
            key: channel,
            title: channelName(channel),
            render: (_: unknown, row: MessageKindRow) => cell(row, channel),
          })),
        ]}
      />
      {edited && <RouteDrawer {...edited} onClose={() => setEdited(null)} />}
    </div>
  )
}
