import { foldCase, foldText } from "./foldText.ts";
import { termLanguages, type TermLanguage } from "./languages.ts";

/**
 * Words so common in a language that they tell nothing about a question, and that tell which language a text is in.
 * They are indexed like all others ("The Who" can be found), but a question asks for them only when it has nothing
 * better.
 */
export const stopWords: Record<TermLanguage, ReadonlySet<string>> = {
  en: list(`a about above after again all also am an and any are as at be because been before being below between both
    but by can could did do does doing down during each few for from further had has have having he her here hers
    herself him himself his how i if in into is it its itself just let me more most my myself no nor not of off on
    once only or other our ours ourselves out over own please same she should so some such than that the their
    theirs them themselves then there these they this those through to too under until up very was we were what
    when where which while who whom why will with would you your yours yourself yourselves
    don doesn didn isn aren wasn weren won couldn shouldn wouldn hasn haven hadn ll ve re`),
  de: list(`aber alle allem allen aller alles als also am an ander andere anderen auch auf aus bei beim bin bis bist da
    damit dann das dass dein deine deinen deiner dem den denn der des dessen die dies diese diesem diesen dieser dieses
    dir dich doch dort du durch ein eine einem einen einer eines er es etwas euch euer eure für gegen gibt hab habe
    haben hat hatte hatten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in ins ist ja jede jedem
    jeden jeder jedes jetzt kann kannst kein keine keinen keiner können könnte man mein meine meinem meinen meiner mich
    mir mit muss müssen nach nicht nichts noch nun nur ob oder ohne sehr sein seine seinen seiner seit sich sie sind so
    soll sollen sollte sondern sonst über um und uns unser unsere unserem unseren unter viel vom von vor wann war waren
    warum was weil welche welchem welchen welcher welches wenn wer werde werden wie wieder will wir wird wirst wo
    wollen wurde wurden zu zum zur zwar zwischen bitte`),
  fr: list(`à afin ai ainsi alors au aucun aucune aussi autre autres aux avant avec avez avoir avons bien c car ce ceci
    cela celle celles celui ces cet cette ceux chez comme comment d dans de depuis des dois doit donc dont du elle
    elles en encore entre es est et étaient étais était été être eu eux faire fait faut fois il ils j je jusqu l la
    laquelle le lequel les leur leurs lorsque lui m ma mais me même mes moi moins mon n ne ni nos notre nous on ont ou
    où par pas pendant peu peut peuvent peux plus pour pourquoi pouvez puis puisque qu quand que quel quelle quelles
    quels qui quoi s sa sans se sera serait ses si sinon soit son sont sous suis sur t ta tandis te tes toi ton tous
    tout toute toutes très tu un une vers voici voilà vos votre vous y`),
  es: list(`a al algo algún alguna algunas algunos ante antes aquel aquella así aún aunque bien cada como cómo con contra
    cual cuál cuales cuáles cuando cuándo cuánta cuánto cuántos de del desde después donde dónde dos durante e el él
    ella ellas ellos en entonces entre era eran es esa esas ese eso esos esta está estaba están estar estas este esto
    estos estoy fue fueron ha haber había hace hacer han hasta hay la las le les lo los más me mi mí mientras mis mucho
    muchos muy nada ni no nos nosotros nuestra nuestras nuestro nuestros o os otra otras otro otros para pero poco por
    porque pues puede pueden puedo que qué quien quién quienes se sea según ser será si sí sido sin sobre solo sólo son
    soy su sus también tan tanto te tendrá tener tengo ti tiene tienen todo todos tu tú tus un una unas uno unos usted
    ustedes vez y ya yo`),
  it: list(`a ad ai al alla alle allo agli anche ancora avere aveva c che chi ci ciò col come con cosa così cui d da dagli
    dai dal dalla dalle dallo degli dei del della delle dello dentro di dopo dove due dunque durante e è ecco ed era
    erano essere fa fare fino fra fu gli ha hai hanno ho i il in io l la le lei li lo loro lui ma me mentre mi mia mie
    miei mio molto ne negli nei nel nella nelle nello nessuno niente noi non nostra nostre nostri nostro o ogni oppure
    ora per perché però più poi posso può quale quali quando quanta quante quanti quanto quel quella quelle quelli
    quello questa queste questi questo qui se sei senza si sia siamo siete sono sta stata stato su sua sue sugli sui sul
    sulla sulle suo suoi te ti tra tu tua tue tuo tuoi tutti tutto un una uno va vi voi vostra vostre vostri vostro`),
  pt: list(`a à ao aos agora ainda algum alguma além antes após aquela aquele as às até bem cada com como da daquele das de
    dela dele deles depois desde dessa desse desta deste do dos e é ela elas ele eles em enquanto então entre era eram
    essa essas esse esses esta está estão estar estas este estes estou eu faz fazer foi foram há isso isto já la lhe
    lhes lo mais mas me mesmo meu meus minha minhas muito muitos na não nas nem nenhum nessa nesse nesta neste no nos
    nós nossa nossas nosso nossos num numa o onde os ou outra outras outro outros para pela pelas pelo pelos pode podem
    por porque posso pouco qual quais quando quanta quanto quantos que quê quem se sem ser será seu seus só sobre somos
    sou sua suas também tem têm tenho ter teu tua tudo um uma umas uns você vocês vos`),
  nl: list(`aan al alle alleen alles als altijd ander andere bij binnen daar dan dat de deze die dit doen door dus een eens
    en enkele er geen geweest haar had hadden heb hebben hebt heeft hem het hier hij hoe hoeveel hun iemand iets ik in
    is ja je jij jou jouw jullie kan kon kunnen kunt maar me meer men met mij mijn moet moeten na naar niet niets nog nu
    of om omdat onder ons onze ook op over reeds sinds te tegen toch toen tot u uit uw van vanaf veel voor waar waarom
    waren was wanneer wat we wel welk welke werd werden wie wij wil willen word worden wordt zal ze zich zij zijn zo
    zonder zou zullen`),
  sv: list(`alla allt att av bara blev bli blir blivit de dem den denna deras dess dessa det detta dig din dina ditt dock
    du där därför då efter eftersom ej eller en er era ert ett finns från få får för före ha hade han hans har hela
    hellre henne hennes här honom hur i icke ingen inget inom inte jag ju kan kunde kommer man med mellan men mer mig
    min mina mitt mot mycket måste nu när någon något några och om oss på redan samma sedan sig sin sina sitt själv ska
    skall skulle som så till under upp ut utan vad var vara varför varit varje vars vem vi vid vilka vilken vilket vill
    är över`),
  no: list(`alle alt at av bare ble bli blir blitt både da de deg dem den denne dens der dere deres det dette din dine
    disse ditt du eller en enn er et etter fordi fra får før for gjøre ha hadde han hans har henne hennes her hos hun
    hva hvem hver hvilke hvilken hvilket hvis hvor hvordan hvorfor i ikke ingen inn jeg kan kommer kun kunne man mange
    med meg mellom men mer min mine mitt mot mye må ned noe noen nå når og også om opp oss over på samme seg selv si sin
    sine sitt skal skulle slik som så til ut uten var ved vi vil ville være vært vår våre vårt`),
  da: list(`af alle alt altid at bare blev blive bliver da de dem den denne der deres det dette dig din dine disse dit du
    efter eller en end er et for fordi fra få får før ham han hans har havde have hende hendes her hos hun hvad hvem
    hver hvilke hvilken hvilket hvis hvor hvordan hvorfor hvornår i ikke ind ingen intet jeg jer jeres jo kan kun kunne
    man mange med meget mellem men mere mig min mine mit mod må ned noget nogen nogle nu når og også om op os over på
    sig selv sin sine sit skal skulle som så til ud uden under var ved vi vil ville vor vores være været`),
  fi: list(`ei eivät eikä ellei emme en enemmän ennen ensi entä et ette että ehkä hän häneen hänen hänet he heidän heille
    heitä hyvin ilman itse ja jo joka joko jokin jolla jonka jos joista joita joka jotka jotta kaikki kanssa kautta
    keitä ken kenen kertaa koska kuin kuinka kuitenkin kun kuten kyllä lisäksi me meidän meille meitä mihin mikä mikäli
    mikään millainen miksi milloin minkä minun minut minulla minulle minua minä missä mistä mitä mitkä mukaan mutta
    myös ne niiden niille niin niitä noin nyt näin nämä näiden näitä oikein olen olet olemme oletteko oli olin olisi
    olivat olla ollut on onko ovat paitsi paljon pitää sekä sen se siellä siihen siitä sille sillä sinun sinä siis
    sitten sitä tai taas te teidän teille tämä tämän tässä tästä tähän tätä tulee vaan vai vaikka vain voi voiko voin
    voinko voit voitte yli`),
  ru: list(`а без был была были было быть в вам вас ваш ваша ваше ваши весь во вот все всё всего всех вы где да для до его
    ее её ей ему если есть еще ещё же за здесь и из или им их к как какая какие какой когда кого ко который которая
    которые кто куда ли либо мне может можно мой моя мы на над надо нам нас наш наша не него нее неё нельзя нет ни них
    но ну о об однако он она они оно от очень по под после потому при про с сам свой себя сейчас со так также такой там
    тебя тем то того тоже только том тот ту ты у уже хотя чего чем через что чтобы чье эта эти это этого этой этом этот
    эту я`),
  hu: list(`a abban ahhoz ahogy ahol aki akik akkor alatt által általában amely amelyek amelyet ami amikor amit át az azért
    azok azon azt azután azzal be bár csak cikk de e ebben egy egyéb egyes egyik egyre előtt el én és ez ezek ezen ezért
    ezt ezzel fel felé ha hanem hogy hogyan hol is ill illetve így ilyen itt jó kell kellett ki kérem két kívül le
    lehet lenne lesz lett ma maga majd már meg mely melyek mert mi miatt miért mikor mint minden mindig mit most nagy
    nagyon ne nem nincs ő ők össze s saját se sem semmi sok számára szerint szét talán te tehát több tud tudok úgy új
    után utána vagy vagyok valami való van vannak volna volt voltak vele vissza`),
  ro: list(`a acea aceasta această acei aceea acel acela acele acest acesta aceste acestea acești acestor ai al ale alt alta
    altă alți am ar are aș asta astfel ași așa atât atunci au avea aveți avem ba ca că căci când care căruia cât câte
    câți ce cel cea cei cele ceva chiar cine cînd cu cui cum cât da dacă dar de deci decât deja deși despre din dintr
    dintre doar după ea ei el ele era este eu face fără fi fie fiecare fiind fost iar îi îl îmi în într între își îți
    la le li lor lui mai mea mei mele meu mi mult multe mulți mă n ne nici nimic noastră noi nostru noștri nu o or ori
    orice pe pentru peste pot poate prin sa să sale sau se și sînt spre sub sunt suntem sunteți să tău ta te toate
    toată toți tot totuși tu un una unde unei unele unor unui va vă vei voastră voi vom vor vostru`),
  tr: list(`acaba ama ancak artık aslında az bana bazı belki ben benim beri beş bile bir biraz birçok biri birkaç biz bize
    bizi bizim böyle bu buna bunda bundan bunlar bunları bunu bunun burada çok çünkü da daha dahi de defa değil diğer
    diye dolayı dolayısıyla eden eder edilen edilir elbette en fakat gibi göre hangi hani hem henüz hep hepsi her
    herhangi hiç için ile ilgili ise işte kadar karşı kendi kez ki kim kimse mı mi mu mü nasıl ne neden nedenle nerede
    nereye niçin niye o olan olarak oldu olduğu olmak olması olsa olur on ona ondan onlar onun orada oysa öyle pek
    rağmen sadece sanki sen senin siz size sizi sizin sonra şey şimdi şu şunu tarafından tüm üzere var ve veya ya yani
    yapılan yapmak yerine yine yok zaten`),
  pl: list(`a aby albo ale ani bardzo bez bo by być był była było były całe chcę ci ciebie co coś czy czyli dla do gdy gdzie
    go i ich ile im inne iż ja jak jaka jakie jaki jakich jako je jeden jednak jego jej jest jestem jeśli jeżeli jesteś
    już każdy kiedy kto która które którego której który których którym ku lub ma mam mamy mi mieć mną mnie mogą mogę
    moja moje może możemy możesz można mój my na nad nam nami nas nasz nasza nasze naszej naszego nasi nie niech niego
    niej nich nim niż o od on ona one oni ono oraz po pod podczas przed przez przy są się sobie swoje swój ta tak także
    tam te tego tej ten też tą to tobie tu tutaj twoja twoje tych tym tylko u w was wasz wasza wasze we więc wszystkie
    wszystko wy z za zawsze ze że żeby`),
  ar: list(`ما ماذا من متى أين كيف هل لماذا كم أي أيها التي الذي الذين هذا هذه ذلك تلك هناك هنا في على إلى عن مع بعد قبل عند
    عندما حتى خلال بين منذ حول دون غير هو هي هم نحن أنا أنت أنتم كان كانت يكون تكون ليس ليست لا لم لن لو أو ثم إذا أن إن
    أنه أنها كل بعض جميع أيضا فقط قد لقد لي لك لكم له لها لهم لنا لدي لديك لديكم لدينا يمكن يمكنك يمكنكم يمكنني أريد نريد
    يجب كما لكن بل حيث عليه عليها إليه منه منها فيه فيها به بها وهو وهي ولا وما وفي ومن وإذا وهل أم مرحبا شكرا`),
};

/** Says whether a folded word (lower case, not yet stemmed) is a stop word of a language. */
export function isStopWord(word: string, language: TermLanguage): boolean {
  return stopWords[language].has(word);
}

/** Gives the languages that have a folded word among their stop words. */
export function listSpeakers(word: string): readonly TermLanguage[] {
  return speakers.get(word) ?? [];
}

const speakers = new Map<string, TermLanguage[]>();
for (const language of termLanguages) {
  for (const word of stopWords[language]) speakers.set(word, [...(speakers.get(word) ?? []), language]);
}

function list(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/).map((word) => foldCase(foldText(word))));
}
