import Card from 'antd/es/card'
import Descriptions from 'antd/es/descriptions'
import Typography from 'antd/es/typography'
import { Tag } from '../../../../web/shell/Tag.tsx'
import { useCall } from '../../../../web/client.ts'
import { wechatAppCalls } from '../contract.ts'
import { useWechatAppWords } from './words.ts'

/** What a project has at WeChat, and the addresses to copy into WeChat's console. */
export function ProjectConfigCard() {
  const say = useWechatAppWords()
  const { data } = useCall(wechatAppCalls.projectConfigList, {})
  const copied = (text: string) => (
    <Typography.Text copyable style={{ overflowWrap: 'anywhere' }}>
      {text}
    </Typography.Text>
  )
  const [first] = data ?? []
  const official = data?.find((config) => config.kind === 'official')
  return (
    <Card size="small" title={say('config')} loading={!data} style={{ marginBottom: 12 }}>
      {first && (
        <Descriptions
          column={{ xs: 1, md: 2 }}
          size="small"
          items={[
            ...data!.map((config) => ({
              key: config.kind,
              label: say(config.kind),
              children: (
                <Tag color={config.ready ? 'green' : 'default'}>
                  {say(config.ready ? 'ready' : config.id ? 'notReady' : 'none')}
                </Tag>
              ),
            })),
            { key: 'domain', label: say('returnDomain'), children: copied(first.returnDomain) },
            {
              key: 'event',
              label: say('eventUrl'),
              children: official?.eventUrl ? copied(official.eventUrl) : say('eventUrlNone'),
            },
          ]}
        />
      )}
    </Card>
  )
}
