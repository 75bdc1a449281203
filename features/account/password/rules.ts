/** Passwords everyone tries first are one of these words and one of the numbers. */
const words = new Set(
  `a aa aaa aaaa ab abc abcd abcde abcdef abcdefg abc abcabc asd asdf asdfg asdfgh asdfghjkl asdasd qwe qwer qwert qwerty
  qwertyu qwertyuiop qweasd qweasdzxc qweqwe qaz qazwsx qazwsxedc wsx zaq zxc zxcv zxcvb zxcvbn zxcvbnm zxczxc poiuyt
  mnbvcxz lkjhgf xyz b c d e f g h i j k l m n o p q r s t u v w x y z bb cc dd ee ff gg hh ii jj kk ll mm nn oo pp qq
  rr ss tt uu vv ww xx yy zz qqq www xxx zzz qqqq wwww xxxx zzzz admin administrator root user guest test tester testing
  sa system sys manager master super superman supervisor boss default public private login signin account server
  service support student teacher school class study learn learner training train exam course xuexi xuesheng laoshi
  peixun kaoshi jiaoyu xuexiao daxue jixu jixujiaoyu unit danwei company gongsi office work worker hospital yiyuan
  password passwd passwort pass passw pwd secret mima wodemima letmein welcome changeme change open sesame access hello
  hi nihao ninhao hey love lover loveme loveyou iloveyou iloveu ilove woaini woaiwo woai aini wo wowo woshishui
  baobao baobei laopo laogong mama baba mother father family home jiating china chinese zhongguo zhonghua beijing
  shanghai guangzhou shenzhen tianjin chongqing chengdu hangzhou nanjing wuhan xian suzhou jiangsu zhejiang guangdong
  hunan hubei henan hebei shandong shanxi sichuan fujian anhui wang li zhang liu chen yang huang zhao wu zhou xu sun ma
  zhu hu guo he gao lin luo zheng liang xie tang song deng han feng cao peng zeng xiao tian dong pan yuan cai jiang yu du
  ye cheng wei su lu ding ren shen yao jin tan liao zou xiong lei wangwei wangfang liwei lina zhangwei zhangli liming
  xiaoming xiaohong xiaoli xiaowang xiaofang lilei hanmeimei zhangsan lisi wangwu facai facaile gongxi gongxifacai
  money caishen fortune lucky happy happiness kuaile xingfu pingan jiankang shunli sunshine sunny princess prince queen
  king dragon long tiger monkey shadow killer hunter ninja batman pokemon football basketball baseball soccer hockey
  michael jordan jennifer thomas robert daniel charlie george andrew joshua matthew jessica ashley nicole amanda david
  james jack tom jerry tony peter mary lucy lily anna linda alice freedom whatever nothing trust trustno blink angel
  summer winter spring autumn flower orange apple banana cookie cheese chocolate coffee computer internet google
  facebook twitter weixin wechat taobao alipay tencent baidu huawei xiaomi iphone samsung windows microsoft oracle
  mysql linux ubuntu cisco samsung starwars matrix mustang ferrari porsche mercedes corvette harley yamaha honda toyota
  arsenal chelsea liverpool barcelona madrid player gamer game games dota lol cf dnf music guitar movie summer monday
  friday january october november december`.split(/\s+/),
)

const counting = Array.from({ length: 10 }, (_, i) => '1234567890'.slice(0, i + 1))
const numbers = new Set([
  ...counting,
  ...counting.map((digits) => [...digits].reverse().join('')),
  ...Array.from({ length: 10 }, (_, digit) =>
    Array.from({ length: 8 }, (_, times) => String(digit).repeat(times + 1)),
  ).flat(),
  ...Array.from({ length: 86 }, (_, i) => String(1950 + i)),
  ...`01 007 10 100 1000 10086 110 114 119 120 112233 11223344 121212 123123 123123123 1231234 1234512345 123321 1234321
  12344321 12345678910 131313 1314 1314520 13145 5201314 147 147147 147258 147258369 159 159357 159753 168 168168 1688
  369 456 456456 456789 518 518518 520 5200 520520 521 521521 521125 54188 741852 741852963 753951 789 789456 789456123
  789789 852456 951753 963852 963852741 987 98765 2580 25802580 1122 1212 1313 1414 1515 1616 1717 1818 1919 2020 2121
  2222 2323 13579 246810 24680 135790 369369 258 258258 147852 112358 31415 314159 3141592 101010 202020 010203 102030
  11112222 88889999 66668888 16888 18888 56789 6789 345678 234567 23456 2345 3456 4567 5678 7890 67890`.split(
    /\s+/,
  ),
])

/** Walks over the keyboard and mixtures that are no word with a number. */
const mixtures = new Set(
  `q1w2e3 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 zaq12wsx zaq1xsw2 zaq1zaq1 qaz1wsx2 qaz123wsx a1b2c3 a1b2c3d4 a1b2c3d4e5 a1s2d3
  a1s2d3f4 z1x2c3 z1x2c3v4 abc123abc abc123def a123b456 abc123xyz qwe123asd qwe123qwe asd123asd asd123zxc qwe123rty
  admin123admin pass1word admin1admin woaini1314520 ai1314ni wo520ni i520you love4ever thx1138 trustno1 r2d2c3po`.split(
    /\s+/,
  ),
)

const letters: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's' }

/** A word as it is said, whichever digits stand for its letters: `passw0rd` is `password`. */
const isWord = (text: string) =>
  words.has(text) || words.has([...text].map((sign) => letters[sign] ?? sign).join(''))

/**
 * True if a password is among those everyone tries: a common word and a common number or a year, whatever the
 * case, with or without underscores, also when digits replace letters; or a walk over the keyboard. The lists
 * are our own, written for this check, and cover more than 100,000 passwords.
 */
export function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase().replaceAll('_', '')
  if (mixtures.has(text)) return true
  for (let at = 1; at < text.length; at++) {
    if (numbers.has(text.slice(at)) && isWord(text.slice(0, at))) return true
  }
  return false
}

/** The words and numbers of which each pair is common. */
export const commonParts = { words, numbers } as const
