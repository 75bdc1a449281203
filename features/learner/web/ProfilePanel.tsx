import Card from 'antd/es/card'
import Descriptions from 'antd/es/descriptions'
import type { ReactNode } from 'react'
import { dateTime } from '../../../web/format.ts'
import { FaceStatus } from '../../face/web/FaceStatus.tsx'
import { useReveal } from '../../student/reveal/web/Reveal.tsx'
import type { StudentDetail } from '../../student/manage/contract.ts'
import { useFieldValue } from './useFieldValue.ts'
import { useLearnerWords } from './words.ts'

/** Profile of a learner, numbers masked until a reason is given; the account, its roles and sessions. */
export function ProfilePanel({ detail }: { detail: StudentDetail }) {
  const say = useLearnerWords()
  const { nameOf, valueOf } = useFieldValue()
  const { id: accountId } = detail
  const numbers = useReveal(accountId, { card: detail.cardMask, mobile: detail.mobileMask })
  const line = (key: string, label: string, children: ReactNode) => ({ key, label, children })
  const column = { xs: 1, sm: 2, xl: 3 }
  const gender = detail.gender === 'male' || detail.gender === 'female' ? say(detail.gender) : null
  return (
    <div className="k-stack k-gap-4">
      {numbers.dialog}
      <Card size="small" title={say('identity')}>
        <Descriptions
          size="small"
          column={column}
          items={[
            line('name', say('realName'), detail.realName),
            line('card', say('idNumber'), numbers.card),
            line('mobile', say('mobile'), numbers.mobile),
            line('unit', say('unit'), detail.unitName),
            line('gender', say('gender'), gender),
            line('birth', say('birth'), detail.birthDate),
            ...(detail.hasProfile
              ? [line('face', say('faceCheck'), <FaceStatus accountId={accountId} />)]
              : []),
            ...(detail.missing.length > 0
              ? [
                  line(
                    'missing',
                    say('complete'),
                    <span className="learner-missing">
                      {say('missing', { fields: detail.missing.map(nameOf).join(say('comma')) })}
                    </span>,
                  ),
                ]
              : []),
            ...(detail.imagePath
              ? [
                  line(
                    'photo',
                    say('photo'),
                    <img className="learner-photo" src={detail.imagePath} alt={detail.realName} />,
                  ),
                ]
              : []),
          ]}
        />
      </Card>
      <Card size="small" title={say('rest')}>
        <Descriptions
          size="small"
          column={column}
          items={Object.entries(detail.profile).map(([key, value]) =>
            line(key, nameOf(key), valueOf(key, value) || say('empty')),
          )}
        />
      </Card>
      <Card size="small" title={say('account')}>
        <Descriptions
          size="small"
          column={column}
          items={[
            line('login', say('loginName'), detail.loginName),
            line('wechat', say('wechat'), say(detail.wechatBound ? 'wechatYes' : 'wechatNo')),
            line('created', say('created'), dateTime(detail.createdAt)),
            line(
              'last',
              say('lastSignIn'),
              detail.lastLoginAt ? dateTime(detail.lastLoginAt) : say('neverSignedIn'),
            ),
            line(
              'roles',
              say('roles'),
              detail.roles
                .map(({ roleName, unitName }) => (unitName ? `${roleName} · ${unitName}` : roleName))
                .join(say('comma')),
            ),
            line(
              'sessions',
              say('sessions'),
              detail.sessions.length === 0 ? (
                say('sessionNone')
              ) : (
                <div>
                  {detail.sessions.map((session) => (
                    <div key={session.id} className="k-break" title={session.agent}>
                      {say('sessionLine', { time: dateTime(session.since), ip: session.ip })}
                    </div>
                  ))}
                </div>
              ),
            ),
          ]}
        />
      </Card>
    </div>
  )
}
