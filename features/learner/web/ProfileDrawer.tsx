import Alert from 'antd/es/alert'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Select from 'antd/es/select'
import { useState } from 'react'
import { isMobile } from '../../../contract/identity.ts'
import { normalizeMobile } from '../../../contract/normalize.ts'
import { useAction, useCall } from '../../../web/client.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import { FormDrawer } from '../../../web/shell/form/FormDrawer.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'
import { correctionCalls } from '../../correction/contract.ts'
import { supportCaseCalls } from '../../supportCase/contract.ts'
import { type StudentDetail, studentManageCalls } from '../../student/manage/contract.ts'
import { type EditableKey, editableFields } from '../../student/manage/rules.ts'
import { useFieldValue } from './useFieldValue.ts'
import { useLearnerWords } from './words.ts'
import { useAllowClear } from '../../../web/shell/control/useAllowClear.tsx'

const CorrectionDrawer = dialogPart(() => import('../../correction/web/CorrectionDrawer.tsx'))
const CorrectUnitDialog = dialogPart(() => import('../../supportCase/web/CorrectUnitDialog.tsx'))

type Fields = Partial<Record<EditableKey, string>>

const valuesOf = ({ profile }: StudentDetail): Fields =>
  Object.fromEntries(Object.entries(profile).map(([key, value]) => [key, value ?? '']))

/** Changes fields of a learner's profile; what they are not changed by is opened over it. */
export default function ProfileDrawer({
  learner,
  onClose,
}: {
  learner: { accountId: string; name: string }
  onClose: () => void
}) {
  const { accountId, name } = learner
  const say = useLearnerWords()
  const allowClear = useAllowClear()
  const mayPropose = useMay(correctionCalls.propose)
  const mayMove = useMay(supportCaseCalls.saveAccountUnitId)
  const [opened, setOpened] = useState<'correction' | 'unit' | null>(null)
  const { nameOf, choices } = useFieldValue()
  const query = useCall(studentManageCalls.getStudentDetail, { accountId }, { staleTime: 0 })
  const save = useAction(studentManageCalls.updateStudentInfo, { quiet: true })
  const detail = query.data

  async function load() {
    const { data } = await query.refetch({ throwOnError: true })
    return { revision: data!.version, values: valuesOf(data!) }
  }
  function submit({ mobile, ...rest }: Fields, version: number) {
    const before = valuesOf(detail!)
    const changed = Object.entries(rest).filter(
      ([key, value]) => (value ?? '') !== (before[key as EditableKey] ?? ''),
    )
    return save.mutateAsync({
      accountId,
      version,
      ...Object.fromEntries(changed.map(([key, value]) => [key, value?.trim() || null])),
      ...(mobile?.trim() ? { mobile: mobile.trim() } : {}),
    })
  }

  return (
    <>
      <FormDrawer<Fields, unknown>
        name="profile"
        title={say('editTitle', { name })}
        query={query}
        values={detail ? valuesOf(detail) : {}}
        revised={detail && { revision: detail.version, load }}
        onSave={(fields, revision) => submit(fields, revision!)}
        success={say('saved')}
        onClose={onClose}
      >
        <Alert
          type="info"
          title={say('editHint')}
          description={
            <div className="shell-row">
              {mayPropose && (
                <Button size="small" onClick={() => setOpened('correction')}>
                  {say('proposeCorrection')}
                </Button>
              )}
              {mayMove && (
                <Button size="small" onClick={() => setOpened('unit')}>
                  {say('move')}
                </Button>
              )}
            </div>
          }
          style={{ marginBottom: 16 }}
        />
        {editableFields.map((field) => (
          <Form.Item
            key={field.key}
            name={field.key}
            label={nameOf(field.key)}
            {...(field.key === 'mobile'
              ? {
                  extra: say('mobileKeep', { mask: detail?.mobileMask ?? say('empty') }),
                  rules: [
                    {
                      validator: async (_: unknown, value?: string) => {
                        if (value?.trim() && !isMobile(normalizeMobile(value)))
                          throw new Error(say('wrongMobile'))
                      },
                    },
                  ],
                }
              : {})}
          >
            {'list' in field ? (
              <Select allowClear={allowClear} options={choices(field.list)} />
            ) : (
              <Input
                autoComplete="off"
                {...(field.kind === 'text' ? { maxLength: field.maxLength } : {})}
                {...(field.kind === 'date' ? { type: 'date' } : {})}
              />
            )}
          </Form.Item>
        ))}
      </FormDrawer>
      {opened === 'correction' && <CorrectionDrawer learner={learner} onClose={() => setOpened(null)} />}
      {opened === 'unit' && <CorrectUnitDialog learner={learner} onClose={() => setOpened(null)} />}
    </>
  )
}
