import { useBilingual } from '../../../web/words.ts'
import { useSettings } from '../../project/web/settings.ts'

const coloured = new Set(['public', 'specialized', 'professional', 'vocational'])

/** The colour a class type is known by; types a project invents take the brand's. */
export function classTypeColor(key: string): string {
  return coloured.has(key) ? `var(--${key})` : 'var(--brand)'
}

/** Names class types as the portal calls them; one the portal does not show is called by its key. */
export function useClassTypeName(): (key: string) => string {
  const { showClassType } = useSettings()
  const pick = useBilingual()
  return (key) => {
    const type = showClassType.find((shown) => shown.key === key)
    return type ? pick(type.name, type.nameEn) : key
  }
}
