/** Fen as yuan with two decimals, as machines exchange them, e.g. 123450 → "1234.50"; the minus sign comes first. */
export function decimalYuan(fen: number): string {
  const sign = fen < 0 ? '-' : ''
  const whole = Math.abs(fen)
  return `${sign}${Math.trunc(whole / 100)}.${String(whole % 100).padStart(2, '0')}`
}

/** Fen as yuan as people read them, thousands set apart: 123450 → "1,234.50". */
export function yuan(fen: number): string {
  return decimalYuan(fen).replace(/\d(?=(?:\d{3})+\.)/g, '$&,')
}

const digits = '零壹贰叁肆伍陆柒捌玖'
const places = [
  [100_000_000, '亿'],
  [10_000, '万'],
  [1000, '仟'],
  [100, '佰'],
  [10, '拾'],
] as const

/** A whole number above 0 in the characters of accounting. */
function inCharacters(whole: number): string {
  const place = places.find(([size]) => whole >= size)
  if (!place) return digits[whole]!
  const [size, word] = place
  const rest = whole % size
  const zero = rest < size / 10 ? '零' : ''
  return inCharacters(Math.floor(whole / size)) + word + (rest === 0 ? '' : zero + inCharacters(rest))
}

/** Fen in the characters that nobody can add a stroke to, as papers about money have them: 6050 → 陆拾元伍角整. */
export function yuanInCharacters(fen: number): string {
  const [whole, tenth, hundredth] = [Math.floor(fen / 100), Math.floor(fen / 10) % 10, fen % 10]
  const yuan = whole > 0 ? `${inCharacters(whole)}元` : ''
  if (tenth === 0 && hundredth === 0) return `${yuan || '零元'}整`
  const jiao = tenth > 0 ? `${digits[tenth]}角` : yuan && '零'
  return yuan + jiao + (hundredth > 0 ? `${digits[hundredth]}分` : '整')
}
