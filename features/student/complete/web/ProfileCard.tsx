import { useState } from 'react'
import { useAction } from '../../../../web/client.ts'
import { dateTime } from '../../../../web/format.ts'
import { Button } from '../../../../web/kit/Button.tsx'
import { Form } from '../../../../web/kit/Form.tsx'
import { notify } from '../../../../web/notice.ts'
import { useBilingual } from '../../../../web/words.ts'
import { useCodeLists } from '../../../dictionary/web/codeLists.ts'
import { profileField, profileLists } from '../../../project/register/rules.ts'
import { completeCalls, type MyInfo } from '../contract.ts'
import { furtherFields } from '../rules.ts'
import './Complete.css'
import { InfoField } from './InfoField.tsx'
import { Photo } from './Photo.tsx'
import { useCompleteWords } from './words.ts'

const identity = ['realName', 'cardNumber'] as const
/**
 * Fields one may change oneself; the personnel category decides which classes fit and is the managers' to
 * change once known.
 */
const ownOf = (info: MyInfo) =>
  furtherFields.filter((key) => key !== 'personnelCategory' || info.personnelCategory === null)

/**
 * Card of the signed-in person: account, role, and of a learner the profile, numbers masked; what one may
 * change can be changed here.
 */
export function ProfileCard({ info }: { info: MyInfo }) {
  const say = useCompleteWords()
  const pick = useBilingual()
  const { nameOf } = useCodeLists(profileLists)
  const [editing, setEditing] = useState(false)
  const facts: [label: string, value: string | null][] = [
    [say('loginName'), info.loginName],
    [say('role'), info.roleName],
    ...(info.unitName ? [[say('organisation'), info.unitName] as [string, string]] : []),
    ...(info.isLearner
      ? ([...identity, ...furtherFields] as const).map((field): [string, string | null] => {
          const value = info[field]
          const { name, list } = profileField(field)
          return [pick(...name), value && list ? nameOf(list, value) : value]
        })
      : []),
    ...(info.lastLoginAt ? [[say('lastLogin'), dateTime(info.lastLoginAt)] as [string, string]] : []),
  ]
  const mayEdit = info.isLearner && info.realName !== null
  return (
    <section className="k-card roomy k-stack k-gap-4" aria-labelledby="complete-profile">
      <div className="k-cluster k-gap-3">
        <h2 id="complete-profile">{say('profile')}</h2>
        {mayEdit && !editing && (
          <Button kind="quiet" onClick={() => setEditing(true)}>
            {say('modify')}
          </Button>
        )}
      </div>
      <Photo imagePath={info.imagePath} />
      {editing ? (
        <ProfileEdit info={info} onDone={() => setEditing(false)} />
      ) : (
        <dl className="complete-facts k-facts">
          {facts.map(([label, value]) => (
            <div key={label} style={{ display: 'contents' }}>
              <dt>{label}</dt>
              <dd>{value ?? <span className="k-muted">{say('none')}</span>}</dd>
            </div>
          ))}
        </dl>
      )}
      {mayEdit && <p className="k-muted k-small">{say('identityFixed')}</p>}
    </section>
  )
}

function ProfileEdit({ info, onDone }: { info: MyInfo; onDone: () => void }) {
  const say = useCompleteWords()
  const own = ownOf(info)
  const [form, setForm] = useState<Record<string, string>>(
    Object.fromEntries(own.map((field) => [field, info[field] ?? ''])),
  )
  const save = useAction(completeCalls.completeInfo, { quiet: true })

  async function submit() {
    const given = own.filter((field) => form[field]!.trim() && form[field]!.trim() !== info[field])
    if (given.length === 0) return onDone()
    await save.mutateAsync(Object.fromEntries(given.map((field) => [field, form[field]!.trim()])))
    notify('success', say('saved'))
    onDone()
  }

  return (
    <Form className="k-stack k-gap-4" onSubmit={submit} field={own[0]!} focused guarded>
      {({ faults, busy }) => (
        <>
          {own.map((field) => (
            <InfoField
              key={field}
              field={field}
              value={form[field]!}
              error={faults[field]}
              onChange={(value) => setForm({ ...form, [field]: value })}
            />
          ))}
          <div className="k-cluster k-gap-3">
            <Button kind="main" type="submit" busy={busy}>
              {say('save')}
            </Button>
            <Button kind="quiet" onClick={onDone}>
              {say('cancel')}
            </Button>
          </div>
        </>
      )}
    </Form>
  )
}
