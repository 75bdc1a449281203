const hues: Readonly<Record<string, number>> = {
  public: 212,
  specialized: 252,
  professional: 172,
  vocational: 28,
}
const lightnesses = [17, 20, 23, 26]

const code = (text: string) => [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7)

/**
 * The colour of a drawn cover: one hue a class type, grey for types that a project invents, and by category darker or
 * lighter. White text is readable on all of them.
 */
export function coverColor(classType: string, category: string): string {
  const hue = hues[classType]
  const lightness = lightnesses[code(category) % lightnesses.length]
  return hue === undefined ? `hsl(212 12% ${lightness}%)` : `hsl(${hue} 52% ${lightness}%)`
}
