import { useState } from 'react'
import { isIdCard } from '../../../../contract/identity.ts'
import { normalizeCode } from '../../../../contract/normalize.ts'
import { useAction } from '../../../../web/client.ts'
import { Button } from '../../../../web/kit/Button.tsx'
import { TextField } from '../../../../web/kit/Field.tsx'
import { type Faults, Form } from '../../../../web/kit/Form.tsx'
import { notify } from '../../../../web/notice.ts'
import { usePrintWarning } from '../../../print/web/printable.ts'
import { codeCalls } from '../../../session/code/contract.ts'
import { CodeInput, useProofFaults } from '../../../session/code/web/CodeInput.tsx'
import { useProof } from '../../../session/web/proof.ts'
import { type Completeness, completeCalls, type MyInfo } from '../contract.ts'
import { furtherFields } from '../rules.ts'
import { InfoField } from './InfoField.tsx'
import { Photo } from './Photo.tsx'
import './Complete.css'
import { useCompleteWords } from './words.ts'

const identity = ['realName', 'cardNumber'] as const
type Further = (typeof furtherFields)[number]
const isFurther = (field: string): field is Further => furtherFields.some((key) => key === field)

/**
 * The missing fields of one's profile: errors under their fields; name and ID together, the photo saved as soon as it
 * is cropped.
 */
export function InfoForm({
  info,
  lacking,
  onComplete,
  onLater,
}: {
  info: MyInfo
  lacking: Completeness
  onComplete: () => void
  onLater: () => void
}) {
  const say = useCompleteWords()
  const [form, setForm] = useState<Partial<Record<string, string>>>({})
  const [proof, setProof, forgetProof] = useProof('complete')
  const proofFaults = useProofFaults()
  const save = useAction(completeCalls.completeInfo, { quiet: true })
  const isMissing = (field: string) => lacking.missing.some((missing) => missing === field)
  const needsIdentity = info.cardNumber === null

  const field = (name: string, faults: Faults) => ({
    name,
    value: form[name] ?? '',
    error: faults[name],
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  })
  const printWarning = usePrintWarning(form['realName'] ?? '')
  const typed = (name: string) => (form[name] ?? '').trim()

  function found(): Faults {
    return {
      ...(needsIdentity && [...typed('realName')].length < 2 ? { realName: say('wrongName') } : {}),
      ...(needsIdentity && !isIdCard(normalizeCode(typed('cardNumber')))
        ? { cardNumber: say('wrongCard') }
        : {}),
      ...(isMissing('mobile') ? proofFaults(proof) : {}),
      ...Object.fromEntries(
        furtherFields
          .filter((name) => isMissing(name) && !typed(name))
          .map((name) => [name, say('mustFill')]),
      ),
      ...(isMissing('photo') ? { photo: say('photoNeeded') } : {}),
    }
  }

  async function submit() {
    const given = [...(needsIdentity ? identity : []), ...furtherFields].filter((name) => typed(name))
    const { state } = await save.mutateAsync({
      ...Object.fromEntries(given.map((name) => [name, typed(name)])),
      ...(isMissing('mobile') ? proof : {}),
    })
    forgetProof()
    notify('success', say('saved'))
    if (state === 2) onComplete()
  }

  return (
    <Form className="k-card roomy k-stack k-gap-4" check={found} onSubmit={submit} field="realName" guarded>
      {({ faults, busy }) => (
        <>
          {needsIdentity && (
            <>
              <h2>{say('identity')}</h2>
              <p className="k-muted">{say('identityOnce')}</p>
              <TextField
                label={say('realName')}
                autoComplete="name"
                maxLength={40}
                hint={printWarning}
                {...field('realName', faults)}
              />
              <TextField label={say('cardNumber')} autoComplete="off" {...field('cardNumber', faults)} />
            </>
          )}
          {isMissing('mobile') && (
            <>
              <h2>{say('mobile')}</h2>
              <CodeInput
                call={codeCalls.sendMsgCodeByModify}
                value={proof}
                onChange={setProof}
                errors={faults}
              />
            </>
          )}
          {lacking.missing.filter(isFurther).map((name) => (
            <InfoField
              key={name}
              field={name}
              value={form[name] ?? ''}
              error={faults[name]}
              onChange={(value) => setForm({ ...form, [name]: value })}
            />
          ))}
          <h2>
            {lacking.required.some((name) => name === 'photo')
              ? say('photo')
              : say('optional', { label: say('photo') })}
          </h2>
          <Photo imagePath={info.imagePath} error={info.imagePath ? undefined : faults.photo} />
          <div className="k-cluster k-gap-3">
            <Button kind="main" type="submit" busy={busy}>
              {say('save')}
            </Button>
            <Button kind="quiet" onClick={onLater}>
              {say('later')}
            </Button>
          </div>
        </>
      )}
    </Form>
  )
}
