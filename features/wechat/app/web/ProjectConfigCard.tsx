import { useCall } from '../../../../web/client.ts'
import { Loaded } from '../../../../web/kit/Loaded.tsx'
import { CopyText } from '../../../../web/shell/control/CopyText.tsx'
import { Tag } from '../../../../web/shell/control/Tag.tsx'
import { wechatAppCalls } from '../contract.ts'
import './WechatApp.css'
import { useWechatAppWords } from './words.ts'

/** Card of a project's apps at WeChat, and the addresses to copy into WeChat's console. */
export function ProjectConfigCard() {
  const say = useWechatAppWords()
  const query = useCall(wechatAppCalls.projectConfigList, {})
  const address = (label: string, text: string) => (
    <div>
      <dt>{label}</dt>
      <dd>
        <CopyText text={text} name={label} />
      </dd>
    </div>
  )
  return (
    <section className="shell-card wechat-config">
      <h2>{say('config')}</h2>
      <Loaded query={query}>
        {(configs) => {
          const eventUrl = configs.find(({ kind }) => kind === 'official')?.eventUrl
          return (
            <dl>
              {configs.map(({ kind, ready, id }) => (
                <div key={kind}>
                  <dt>{say(kind)}</dt>
                  <dd>
                    <Tag color={ready ? 'green' : 'default'}>
                      {say(ready ? 'ready' : id ? 'notReady' : 'none')}
                    </Tag>
                  </dd>
                </div>
              ))}
              {configs[0] && address(say('returnDomain'), configs[0].returnDomain)}
              {eventUrl ? (
                address(say('eventUrl'), eventUrl)
              ) : (
                <div>
                  <dt>{say('eventUrl')}</dt>
                  <dd>{say('eventUrlNone')}</dd>
                </div>
              )}
            </dl>
          )
        }}
      </Loaded>
    </section>
  )
}
