import Form from 'antd/es/form'
import Input from 'antd/es/input'
import InputNumber from 'antd/es/input-number'
import { useRef, useState } from 'react'
import type { OutputOf } from '../../../contract/call.ts'
import { send, useAction } from '../../../web/client.ts'
import { freshId } from '../../../web/freshId.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import { Note } from '../../../web/shell/control/Note.tsx'
import { useYuanRules, YuanInput } from '../../../web/shell/control/YuanInput.tsx'
import { FormPage } from '../../../web/shell/form/FormPage.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { PeriodInput } from '../../../web/shell/form/PeriodInput.tsx'
import { PersonnelSelect } from '../../class/web/PersonnelSelect.tsx'
import { isPriceForTwo, type PlacesAtPrice } from '../../approval/rules.ts'
import { ProposalNotice } from '../../approval/web/ProposalNotice.tsx'
import { useProposed } from '../../approval/web/useProposed.ts'
import { RegionSelect } from '../../class/web/RegionSelect.tsx'
import { HtmlInput } from '../../file/web/HtmlInput.tsx'
import { UnitsSelect } from '../../unit/web/UnitsSelect.tsx'
import { type SignUp, signUpCalls } from '../contract.ts'
import { feePermission, type SignUpKind } from '../rules.ts'
import { type EditorValues, fieldsOf, previewOf, valuesOf } from './editorValues.ts'
import { FieldsInput } from './FieldsInput.tsx'
import './SignUpEditor.css'
import { type Previewed, SignUpPreview } from './SignUpPreview.tsx'
import { SubjectsInput, useTimeRules } from './SubjectsInput.tsx'
import { useSignUpWords } from './words.ts'

/** Names of the server for parts of an input: both ends of a period have one. */
const inputs = { opensAt: 'period', closesAt: 'period', startsAt: 'period', endsAt: 'period' }

/** Words about the fee: what another one takes. */
function feeHintOf(places: PlacesAtPrice | null, mayPrice: boolean) {
  if (!mayPrice) return 'feeFixed'
  const isForTwo = (after: number) => places !== null && isPriceForTwo(places, { before: 1, after })
  if (isForTwo(2)) return 'feeOther'
  return isForTwo(0) ? 'feeLower' : 'feeHint'
}

/** Writes a sign-up, or changes one: its terms, its audience, its form and the sessions of an exam, with a preview. */
export function SignUpEditor({
  kind,
  signUp,
  onSaved,
}: {
  kind: SignUpKind
  signUp: SignUp | null
  onSaved: (id: string) => void
}) {
  const say = useSignUpWords()
  const yuanRules = useYuanRules()
  const times = useTimeRules()
  const requestKey = useRef(freshId())
  const [form] = Form.useForm<EditorValues>()
  const [previewed, setPreviewed] = useState<Previewed | null>(null)
  const save = useAction(signUpCalls.save, { quiet: true })
  const proposed = useProposed()
  const mayChangeFees = useMay(feePermission)
  const mayPrice = !signUp || signUp.status === 'draft' || mayChangeFees
  async function load() {
    const latest = await send(signUpCalls.get, { id: signUp!.id })
    return { revision: latest.revision, values: valuesOf(latest) }
  }
  /** Takes up the ids that new subjects and sessions were given, so that they are the same when they are saved again. */
  async function takeIds() {
    const latest = await load().catch(() => null)
    if (latest) form.setFieldValue('subjects', latest.values.subjects)
  }
  const preview = () =>
    setPreviewed({
      title: form.getFieldValue('title') as string,
      ...previewOf(form.getFieldsValue(true) as EditorValues),
    })
  return (
    <>
      <FormPage<EditorValues, Pick<OutputOf<typeof signUpCalls.save>, 'id' | 'approvalId'>>
        name={`sign-up-${kind}`}
        className="signup-editor shell-card"
        footClassName="signup-foot"
        form={form}
        values={valuesOf(signUp)}
        inputs={inputs}
        revised={signUp && { revision: signUp.revision, load }}
        // What no input shows, as the keys of fields and the ids of subjects, is in the form alone.
        onSave={async (_, revision) => {
          const output = await save.mutateAsync({
            ...(signUp ? { id: signUp.id, revision: revision! } : { requestKey: requestKey.current }),
            ...fieldsOf(kind, form.getFieldsValue(true) as EditorValues),
          })
          const { id, approvalId } = output
          // Without a revision the form follows what is read again: the fee that was typed does not hold yet.
          return approvalId === undefined ? output : { id, approvalId }
        }}
        onSaved={({ id, approvalId }) => {
          if (approvalId !== undefined) proposed()
          if (signUp && kind === 'exam') void takeIds()
          onSaved(id)
        }}
        success={say('saved')}
      >
        {signUp && mayPrice && <ProposalNotice about={{ subjectId: signUp.id }} />}
        <Form.Item
          name="title"
          label={say('title')}
          rules={[{ required: true, whitespace: true, message: say('mustFill') }, { min: 2 }]}
        >
          <Input maxLength={120} autoComplete="off" />
        </Form.Item>
        <Form.Item name="period" label={say('period')} rules={times} required>
          <PeriodInput />
        </Form.Item>
        <div className="signup-rules k-grid">
          <Form.Item
            name="fee"
            label={say('fee')}
            extra={say(feeHintOf(signUp, mayPrice))}
            rules={yuanRules(0, 10_000_000)}
          >
            <YuanInput readOnly={!mayPrice} />
          </Form.Item>
          <Form.Item name="quota" label={say('quota')} extra={say('quotaHint')}>
            <InputNumber min={1} max={1_000_000} precision={0} style={{ width: '100%' }} />
          </Form.Item>
        </div>
        <Form.Item name="introduction" label={say('introduction')}>
          <HtmlInput label={say('introduction')} />
        </Form.Item>
        <h2>{say('audience')}</h2>
        <p className="k-muted">{say('audienceHint')}</p>
        <Form.Item name="personnelCategories" label={say('personnel')}>
          <PersonnelSelect />
        </Form.Item>
        <Form.Item name="regions" label={say('regions')} extra={say('regionsHint')}>
          <RegionSelect />
        </Form.Item>
        <Form.Item name="unitIds" label={say('units')} extra={say('unitsHint')}>
          <UnitsSelect known={signUp?.units ?? []} />
        </Form.Item>
        {kind === 'exam' && (
          <>
            <h2>{say('subjects')}</h2>
            <p className="k-muted">{say('subjectsHint')}</p>
            <SubjectsInput />
          </>
        )}
        <div className="k-cluster k-split">
          <h2>{say('form')}</h2>
          <Button onClick={preview}>{say('previewIt')}</Button>
        </div>
        <p className="k-muted">{say('formHint')}</p>
        {signUp && signUp.status !== 'draft' && (
          <Note
            type="warning"
            title={say(signUp.taken > 0 ? 'versionWarning' : 'versionNote', {
              count: signUp.taken,
              version: signUp.formVersion + 1,
            })}
          />
        )}
        <FieldsInput />
      </FormPage>
      {/* Beside the form: what is typed into the preview is no part of it. */}
      {previewed && <SignUpPreview previewed={previewed} onClose={() => setPreviewed(null)} />}
    </>
  )
}
