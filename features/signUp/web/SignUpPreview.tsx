import { freshId } from '../../../web/freshId.ts'
import { Empty } from '../../../web/kit/Loaded.tsx'
import { OfficeDrawer } from '../../../web/shell/control/OfficeDrawer.tsx'
import type { SignUpForm } from '../contract.ts'
import { ApplicantForm } from './ApplicantForm.tsx'
import { useFormWords } from './formWords.ts'

/** A form as it would be if it were saved. */
export type Previewed = Pick<SignUpForm, 'title' | 'fields' | 'subjects' | 'fee'>

/** A form as its applicant fills it in on a phone: it can be walked through, and nothing of it is sent. */
export function SignUpPreview({ previewed, onClose }: { previewed: Previewed; onClose: () => void }) {
  const say = useFormWords()
  return (
    <OfficeDrawer open onClose={onClose} size={430} title={say('previewTitle')}>
      <div className="k-stack k-gap-4">
        {previewed.title && <h2 className="k-break">{previewed.title}</h2>}
        <FormPreview form={previewed} />
      </div>
    </OfficeDrawer>
  )
}

/** The same in a page. */
export function FormPreview({ form }: { form: Omit<Previewed, 'title'> }) {
  const say = useFormWords()
  if (form.fields.length + form.subjects.length === 0) return <Empty title={say('chooseFields')} />
  return <ApplicantForm form={form} onUpload={(_key, { name }) => Promise.resolve({ id: freshId(), name })} />
}
