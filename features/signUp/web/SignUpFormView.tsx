import { useCall } from '../../../web/client.ts'
import { Loaded } from '../../../web/kit/Loaded.tsx'
import { signUpCalls } from '../contract.ts'
import { FormPreview } from './SignUpPreview.tsx'
import { SignUpIntro } from './SignUpIntro.tsx'

/** A saved sign-up as its applicants find it: its page, and its form to be walked through. */
export function SignUpFormView({ id }: { id: string }) {
  const query = useCall(signUpCalls.preview, { id }, { staleTime: 0 })
  return (
    <Loaded query={query}>
      {(form) => (
        <div className="signup-view k-grid k-gap-5">
          <SignUpIntro form={form} action={null} heading="h2" />
          <div className="k-card roomy">
            <FormPreview key={form.formVersion} form={form} />
          </div>
        </div>
      )}
    </Loaded>
  )
}
