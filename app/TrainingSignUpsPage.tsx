import { SignUpOffice } from './SignUpOffice.tsx'

/** /cms-manage/apply-manage: sign-ups for trainings, and who applied. */
export default function TrainingSignUpsPage() {
  return <SignUpOffice kind="training" />
}
