import type { Call } from '../../../contract/call.ts'
import { useMay } from '../../../web/shell/view/may.ts'
import { type SignUpKind, signUpPermission } from '../rules.ts'

/** Returns whether the reader may make a call for a kind of sign-up: what they hold of the other kind is no help. */
export function useMayFor(
  kind: SignUpKind,
  { wholeProject }: Pick<Call, 'wholeProject'>,
  button?: Parameters<typeof signUpPermission>[1],
): boolean {
  return useMay({ allow: signUpPermission(kind, button), wholeProject })
}
