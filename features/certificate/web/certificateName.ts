import { useBilingual } from '../../../web/words.ts'
import type { Certificate } from '../contract.ts'
import { levelNames } from '../template/rules.ts'

/** Name of a certificate among others of its holder: the class, the skill with its level, the portal with its year. */
export function useCertificateName(): (
  certificate: Pick<Certificate, 'kind' | 'className' | 'level' | 'year'>,
) => string {
  const pick = useBilingual()
  return ({ kind, className, level, year }) => {
    const more = level
      ? pick(levelNames[level].zh, levelNames[level].en)
      : kind === 'year'
        ? String(year)
        : ''
    return `${className} ${more}`.trim()
  }
}
