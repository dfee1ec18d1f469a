/** Small help pages of a shop in a language, and what is asked of them. */
export interface AskedPages {
  language: string;
  /** Title and text. */
  pages: [title: string, text: string][];
  /** With other forms of the words than the pages have, compounds, slips and missing accents, and the page that answers. */
  questions: [question: string, title: string][];
  /** What no page answers. */
  others: string[];
}

/** Written for these tests. */
export const askedPages: AskedPages[] = [
  {
    language: "German",
    pages: [
      [
        "Rücksendung",
        "Sie haben dreißig Tage Zeit, um einen Artikel zurückzuschicken. Die Rückgabefrist beginnt mit dem Tag, an dem das Paket bei Ihnen ankommt.",
      ],
      [
        "Versand",
        "Die Versandkosten betragen 4,90 Euro. Ab einem Bestellwert von 50 Euro liefern wir kostenlos. Pakete in die Schweiz brauchen vier Werktage.",
      ],
      [
        "Zahlung",
        "Bezahlen können Sie per Rechnung, mit Kreditkarte oder per Lastschrift. Die Rechnung liegt dem Paket bei.",
      ],
      [
        "Garantie",
        "Auf alle Lampen gibt es drei Jahre Garantie. Defekte Geräte reparieren wir in unserer eigenen Werkstatt oder tauschen sie aus.",
      ],
      [
        "Konto",
        "Wenn Sie Ihr Passwort vergessen haben, klicken Sie auf der Anmeldeseite auf den Link. Ihre Anschrift ändern Sie in den Einstellungen.",
      ],
      [
        "Geschäfte",
        "Unser Ladengeschäft in Hamburg ist von neun bis achtzehn Uhr geöffnet, an Samstagen bis vierzehn Uhr. Sonntags ist geschlossen.",
      ],
      [
        "Gutscheine",
        "Geschenkgutscheine gelten drei Jahre lang. Der Restbetrag eines Gutscheins bleibt erhalten und verfällt nicht.",
      ],
      [
        "Pflege",
        "Reinigen Sie die Lampenschirme mit einem trockenen Tuch. Leuchtmittel wechseln Sie nur, wenn der Stecker gezogen ist.",
      ],
    ],
    questions: [
      ["Wie lange ist die Frist für die Rückgabe?", "Rücksendung"],
      ["Was kostet der Versand in die Schweiz?", "Versand"],
      ["Pasword vergesen", "Konto"],
      ["Welche Zahlungsarten gibt es, auch Kreditkarten?", "Zahlung"],
      ["Wann haben die Laeden am Samstag offen? Geoeffnet bis wann?", "Geschäfte"],
      ["reparatur einer defekten lampe", "Garantie"],
      ["Wie wechsle ich das Leuchtmittel einer Lampe?", "Pflege"],
      ["Kosten für Versand", "Versand"],
      ["Ist meine Lampe garantiert? Wie lange?", "Garantie"],
      ["Wie aendere ich meine Anschrift?", "Konto"],
      ["Kann ich auf Rechnungen kaufen?", "Zahlung"],
    ],
    others: [
      "Verkaufen Sie Fahrräder?",
      "Wer hat gestern das Fußballspiel gewonnen?",
      "Haben Sie offene Stellen für Entwickler?",
    ],
  },
  {
    language: "French",
    pages: [
      [
        "Retours",
        "Vous disposez de trente jours pour renvoyer un article. Le remboursement est effectué sous cinq jours ouvrés après réception du colis.",
      ],
      [
        "Livraison",
        "Les frais de port s'élèvent à 4,90 euros. La livraison est offerte à partir de 50 euros d'achat. Comptez quatre jours pour la Corse.",
      ],
      [
        "Paiement",
        "Nous acceptons les cartes bancaires, les virements et les chèques. Le prélèvement a lieu au moment de l'expédition.",
      ],
      [
        "Garantie",
        "Toutes nos lampes sont garanties trois ans. Les appareils défectueux sont réparés dans notre atelier ou échangés.",
      ],
      [
        "Compte",
        "Si vous avez oublié votre mot de passe, cliquez sur le lien de la page de connexion. Vous pouvez modifier votre adresse dans vos paramètres.",
      ],
      [
        "Boutique",
        "Notre boutique de Lyon est ouverte de neuf heures à dix-huit heures, le samedi jusqu'à quatorze heures. Elle est fermée le dimanche.",
      ],
      [
        "Cadeaux",
        "Les chèques-cadeaux sont valables trois ans. Le solde d'un chèque-cadeau reste disponible pour un prochain achat.",
      ],
      [
        "Entretien",
        "Nettoyez les abat-jour avec un chiffon sec. Débranchez la prise avant de changer une ampoule.",
      ],
    ],
    questions: [
      ["Quand serai-je remboursée ?", "Retours"],
      ["combien coutent les frais de livraisons en corse", "Livraison"],
      ["j'ai oublier mon mot de pass", "Compte"],
      ["Puis-je payer par carte bancaire ou par virement bancaire ?", "Paiement"],
      ["horaires d'ouverture du magasin le samedi", "Boutique"],
      ["reparation d'une lampe defectueuse", "Garantie"],
      ["Comment changer les ampoules ?", "Entretien"],
      ["Quel est le délai pour renvoyer des articles ?", "Retours"],
      ["modifier l'adresse de mon compte", "Compte"],
      ["validité du cheque cadeau", "Cadeaux"],
      ["nettoyage d'un abat jour", "Entretien"],
    ],
    others: [
      "Vendez-vous des vélos ?",
      "Qui a gagné le match hier ?",
      "Quelle est la capitale de la Mongolie ?",
    ],
  },
  {
    language: "Spanish",
    pages: [
      [
        "Devoluciones",
        "Dispone de treinta días para devolver un artículo. El reembolso se realiza en cinco días laborables desde que recibimos el paquete.",
      ],
      [
        "Envíos",
        "Los gastos de envío son 4,90 euros. A partir de 50 euros el envío es gratuito. Los pedidos a Canarias tardan cuatro días.",
      ],
      [
        "Pagos",
        "Aceptamos tarjetas de crédito, transferencias bancarias y pago contra reembolso. El cargo se hace al enviar el pedido.",
      ],
      [
        "Garantía",
        "Todas nuestras lámparas tienen tres años de garantía. Los aparatos defectuosos se reparan en nuestro taller o se cambian.",
      ],
      [
        "Cuenta",
        "Si ha olvidado su contraseña, pulse el enlace de la página de inicio de sesión. La dirección se modifica en los ajustes.",
      ],
      [
        "Tienda",
        "Nuestra tienda de Sevilla abre de nueve a dieciocho horas, y los sábados hasta las catorce. Los domingos está cerrada.",
      ],
      [
        "Regalos",
        "Las tarjetas regalo caducan a los tres años. El saldo que sobra se guarda para la próxima compra.",
      ],
      [
        "Cuidado",
        "Limpie las pantallas con un paño seco. Desenchufe la lámpara antes de cambiar la bombilla.",
      ],
    ],
    questions: [
      ["¿Cuánto tiempo tengo para hacer una devolución?", "Devoluciones"],
      ["cuanto cuestan los envios a canarias", "Envíos"],
      ["olvide mi contrasena", "Cuenta"],
      ["¿Se puede pagar con tarjetas o con una transferencia?", "Pagos"],
      ["¿A qué hora abren las tiendas los sabados?", "Tienda"],
      ["reparacion de una lampara defectuosa", "Garantía"],
      ["¿Cómo cambio las bombillas?", "Cuidado"],
      ["¿Cuándo caducan las tarjetas de regalo?", "Regalos"],
      ["cambiar la direccion", "Cuenta"],
      ["limpiar la pantalla de la lampara", "Cuidado"],
      ["plazo para devolver articulos", "Devoluciones"],
    ],
    others: ["¿Venden bicicletas?", "¿Quién ganó el partido de ayer?", "¿Cuál es la capital de Mongolia?"],
  },
  {
    language: "Italian",
    pages: [
      [
        "Resi",
        "Ha trenta giorni di tempo per restituire un articolo. Il rimborso arriva entro cinque giorni lavorativi dal ricevimento del pacco.",
      ],
      [
        "Spedizioni",
        "Le spese di spedizione sono di 4,90 euro. Sopra i 50 euro la consegna è gratuita. Per la Sardegna servono quattro giorni.",
      ],
      [
        "Pagamenti",
        "Accettiamo carte di credito, bonifici e il contrassegno. L'addebito avviene al momento della spedizione.",
      ],
      [
        "Garanzia",
        "Tutte le nostre lampade hanno tre anni di garanzia. Gli apparecchi difettosi vengono riparati nel nostro laboratorio o sostituiti.",
      ],
      [
        "Account",
        "Se ha dimenticato la password, clicchi sul link nella pagina di accesso. L'indirizzo si modifica nelle impostazioni.",
      ],
      [
        "Negozio",
        "Il nostro negozio di Torino è aperto dalle nove alle diciotto, il sabato fino alle quattordici. La domenica è chiuso.",
      ],
      [
        "Buoni",
        "I buoni regalo valgono tre anni. Il credito residuo resta disponibile per il prossimo acquisto.",
      ],
      ["Cura", "Pulisca i paralumi con un panno asciutto. Stacchi la spina prima di cambiare la lampadina."],
    ],
    questions: [
      ["Come posso restituire gli articoli?", "Resi"],
      ["quanto costa la spedizone in sardegna", "Spedizioni"],
      ["ho dimenticato le pasword", "Account"],
      ["Posso pagare con una carta di credito o un bonifico?", "Pagamenti"],
      ["orari di apertura dei negozi, di sabato", "Negozio"],
      ["riparazione di una lampada difettosa", "Garanzia"],
      ["Come si cambiano le lampadine?", "Cura"],
      ["quando arrivano i rimborsi?", "Resi"],
      ["modificare indirizzi", "Account"],
      ["quanto valgono i buoni regalo", "Buoni"],
      ["pulire un paralume", "Cura"],
    ],
    others: ["Vendete biciclette?", "Chi ha vinto la partita di ieri?", "Qual è la capitale della Mongolia?"],
  },
  {
    language: "Dutch",
    pages: [
      [
        "Retourneren",
        "U heeft dertig dagen de tijd om een artikel terug te sturen. De bedenktijd begint op de dag waarop het pakket aankomt.",
      ],
      [
        "Verzending",
        "De verzendkosten bedragen 4,90 euro. Vanaf 50 euro bezorgen wij gratis. Pakketten naar België zijn vier werkdagen onderweg.",
      ],
      ["Betalen", "U betaalt met iDEAL, creditcard of op rekening. De factuur zit bij het pakket."],
      [
        "Garantie",
        "Op alle lampen geven wij drie jaar garantie. Kapotte apparaten herstellen we in onze eigen werkplaats of ruilen we om.",
      ],
      [
        "Account",
        "Bent u uw wachtwoord vergeten, klik dan op de link op de inlogpagina. Uw adres wijzigt u bij de instellingen.",
      ],
      [
        "Winkel",
        "Onze winkel in Utrecht is geopend van negen tot achttien uur, op zaterdag tot veertien uur. Op zondag zijn we gesloten.",
      ],
      ["Cadeaubonnen", "Cadeaubonnen zijn drie jaar geldig. Het resterende bedrag van een bon blijft staan."],
      [
        "Onderhoud",
        "Maak de lampenkappen schoon met een droge doek. Haal de stekker eruit voordat u de gloeilamp vervangt.",
      ],
    ],
    questions: [
      ["Hoe kan ik artikelen terugsturen?", "Retourneren"],
      ["wat kost verzenden naar belgie", "Verzending"],
      ["wachtwoorden vergeten", "Account"],
      ["Kan ik betalen met een creditkaart of iDEAL?", "Betalen"],
      ["openingstijden van de winkels op zaterdagen", "Winkel"],
      ["herstelling van een kapot apparaat", "Garantie"],
      ["Hoe lang is een cadeaubon geldig?", "Cadeaubonnen"],
      ["kosten van verzending", "Verzending"],
      ["adres wijzigen", "Account"],
      ["Hoe maak ik een lampenkap schoon?", "Onderhoud"],
      ["garantie op een lamp", "Garantie"],
    ],
    others: [
      "Verkopen jullie fietsen?",
      "Wie won gisteren de wedstrijd?",
      "Wat is de hoofdstad van Mongolië?",
    ],
  },
  {
    language: "Portuguese",
    pages: [
      [
        "Devoluções",
        "Tem trinta dias para devolver um artigo. O reembolso é feito em cinco dias úteis depois de recebermos a encomenda.",
      ],
      [
        "Envios",
        "Os portes de envio são 4,90 euros. A partir de 50 euros a entrega é gratuita. As encomendas para os Açores demoram quatro dias.",
      ],
      [
        "Pagamento",
        "Aceitamos cartões de crédito, transferências bancárias e MB WAY. A cobrança é feita no momento da expedição.",
      ],
      [
        "Garantia",
        "Todos os nossos candeeiros têm três anos de garantia. Os aparelhos avariados são reparados na nossa oficina ou trocados.",
      ],
      [
        "Conta",
        "Se se esqueceu da palavra-passe, carregue na ligação da página de início de sessão. A morada altera-se nas definições.",
      ],
      [
        "Loja",
        "A nossa loja do Porto está aberta das nove às dezoito horas, e aos sábados até às catorze. Aos domingos está fechada.",
      ],
      [
        "Ofertas",
        "Os cartões de oferta são válidos durante três anos. O saldo fica disponível para a próxima compra.",
      ],
      [
        "Limpeza",
        "Limpe os abajures com um pano seco. Desligue o candeeiro da tomada antes de mudar a lâmpada.",
      ],
    ],
    questions: [
      ["Como faço uma devolução de artigos?", "Devoluções"],
      ["quanto custam os envios para os acores", "Envios"],
      ["esqueci-me das palavras passe", "Conta"],
      ["Posso pagar com cartão de crédito ou por transferência?", "Pagamento"],
      ["A que horas abre a loja ao sabado?", "Loja"],
      ["reparacao de um candeeiro avariado", "Garantia"],
      ["Como mudar as lampadas?", "Limpeza"],
      ["quando recebo os reembolsos?", "Devoluções"],
      ["alterar moradas", "Conta"],
      ["validade do cartao de oferta", "Ofertas"],
      ["limpar um abajur", "Limpeza"],
    ],
    others: ["Vendem bicicletas?", "Quem ganhou o jogo de ontem?", "Qual é a capital da Mongólia?"],
  },
  {
    language: "Polish",
    pages: [
      [
        "Zwroty",
        "Masz trzydzieści dni na zwrot towaru. Pieniądze oddajemy w ciągu pięciu dni roboczych od otrzymania paczki.",
      ],
      [
        "Dostawa",
        "Koszt dostawy wynosi 14,90 zł. Przy zamówieniach od 200 zł wysyłka jest bezpłatna. Paczki do Niemiec idą cztery dni.",
      ],
      [
        "Płatność",
        "Przyjmujemy karty płatnicze, przelewy i BLIK. Opłata jest pobierana w chwili wysłania zamówienia.",
      ],
      [
        "Gwarancja",
        "Na wszystkie lampy udzielamy trzyletniej gwarancji. Uszkodzone urządzenia naprawiamy we własnym warsztacie albo wymieniamy.",
      ],
      [
        "Konto",
        "Jeśli nie pamiętasz hasła, kliknij łącze na stronie logowania. Adres zmienisz w ustawieniach.",
      ],
      [
        "Sklep",
        "Nasz sklep w Krakowie jest otwarty od dziewiątej do osiemnastej, w soboty do czternastej. W niedziele jest zamknięty.",
      ],
      ["Bony", "Bony podarunkowe są ważne przez trzy lata. Pozostała kwota zostaje na następne zakupy."],
      ["Czyszczenie", "Abażury czyść suchą ściereczką. Przed wymianą żarówki wyjmij wtyczkę z gniazdka."],
    ],
    questions: [
      ["Jak zwrócić towary?", "Zwroty"],
      ["ile kosztuje dostawa paczek do niemiec", "Dostawa"],
      ["zapomnialem hasla do konta", "Konto"],
      ["Czy mogę zapłacić kartą płatniczą lub przelewem?", "Płatność"],
      ["W jakich godzinach są otwarte sklepy w sobotę?", "Sklep"],
      ["naprawa uszkodzonej lampy na gwarancji", "Gwarancja"],
      ["Jak wymienić żarówkę?", "Czyszczenie"],
      ["jak dlugo wazny jest bon podarunkowy", "Bony"],
      ["zmiana adresu", "Konto"],
      ["czyszczenie abażura", "Czyszczenie"],
      ["uszkodzone urządzenie", "Gwarancja"],
    ],
    others: ["Czy sprzedajecie rowery?", "Kto wygrał wczorajszy mecz?", "Jaka jest stolica Mongolii?"],
  },
  {
    language: "Russian",
    pages: [
      [
        "Возврат",
        "Вернуть товар можно в течение тридцати дней. Деньги возвращаем за пять рабочих дней после получения посылки.",
      ],
      [
        "Доставка",
        "Доставка стоит 300 рублей. При заказе от 5000 рублей она бесплатная. Посылки в Казань идут четыре дня.",
      ],
      [
        "Оплата",
        "Мы принимаем банковские карты, переводы и наличные. Деньги списываются в момент отправки заказа.",
      ],
      [
        "Гарантия",
        "На все лампы действует трёхлетняя гарантия. Неисправные приборы чиним в собственной мастерской или меняем.",
      ],
      ["Аккаунт", "Если вы забыли пароль, нажмите на ссылку на странице входа. Адрес меняется в настройках."],
      [
        "Магазин",
        "Наш магазин в Твери открыт с девяти до восемнадцати, по субботам до четырнадцати. В воскресенье закрыт.",
      ],
      [
        "Сертификаты",
        "Подарочные сертификаты действуют три года. Остаток сохраняется для следующей покупки.",
      ],
      ["Уход", "Абажуры протирайте сухой тканью. Перед заменой лампочки выньте вилку из розетки."],
    ],
    questions: [
      ["Как оформить возврат товаров?", "Возврат"],
      ["сколько стоит доставить посылку в Казань", "Доставка"],
      ["забыла пороль", "Аккаунт"],
      ["Можно оплатить картой или банковским переводом?", "Оплата"],
      ["Во сколько открываются магазины в субботу?", "Магазин"],
      ["ремонт неисправного прибора по гарантии", "Гарантия"],
      ["как заменить лампочку", "Уход"],
      ["подарочный сертефикат", "Сертификаты"],
      ["поменять адрес", "Аккаунт"],
      ["бесплатная доставка заказов", "Доставка"],
      ["чем протирать абажур", "Уход"],
      ["неисправная лампа", "Гарантия"],
    ],
    others: ["Вы продаёте велосипеды?", "Кто выиграл вчерашний матч?", "Какая столица Монголии?"],
  },
  {
    language: "Chinese",
    pages: [
      ["退货", "您可以在三十天内退货。我们收到包裹后，五个工作日内退款。"],
      ["配送", "运费为十元，订单满二百元免运费。寄往新疆的包裹需要四天。"],
      ["付款", "我们接受信用卡、支付宝和银行转账。发货时才会扣款。"],
      ["保修", "所有灯具保修三年。有故障的产品我们会在自己的车间修理或更换。"],
      ["账户", "如果忘记密码，请点击登录页面上的链接。收货地址可以在设置中修改。"],
      ["门店", "我们在上海的门店营业时间为九点到十八点，周六到十四点。周日休息。"],
      ["礼品卡", "礼品卡有效期为三年。余额可以在下次购物时使用。"],
      ["清洁", "请用干布擦拭灯罩。更换灯泡之前请拔掉插头。"],
    ],
    questions: [
      ["怎么退货？多久能退款？", "退货"],
      ["寄到新疆的运费是多少", "配送"],
      ["我的密码忘了怎么办", "账户"],
      ["可以用支付宝付款吗？", "付款"],
      ["星期六门店几点关门，营业到几点？", "门店"],
      ["灯坏了可以修理吗", "保修"],
      ["怎样换灯泡", "清洁"],
      ["修改地址", "账户"],
      ["免运费的条件", "配送"],
      ["礼品卡过期了还能用吗", "礼品卡"],
      ["保修多少年", "保修"],
    ],
    others: ["你们卖自行车吗？", "昨天的比赛谁赢了？", "蒙古的首都是哪里？"],
  },
  {
    language: "Japanese",
    pages: [
      ["返品", "商品は三十日以内であれば返品できます。荷物が届いてから五営業日以内に返金いたします。"],
      ["配送", "送料は五百円です。五千円以上のご注文は無料で配達します。沖縄へのお届けは四日かかります。"],
      ["お支払い", "クレジットカード、銀行振込、代金引換をご利用いただけます。発送時に請求されます。"],
      [
        "保証",
        "すべてのランプには三年間の保証が付いています。故障した製品は自社の工房で修理するか、交換します。",
      ],
      [
        "アカウント",
        "パスワードを忘れた場合は、ログインページのリンクをクリックしてください。住所は設定で変更できます。",
      ],
      ["店舗", "京都の店舗は九時から十八時まで営業しています。土曜日は十四時までです。日曜日は休みです。"],
      ["ギフトカード", "ギフトカードの有効期限は三年です。残高は次のお買い物で使えます。"],
      ["お手入れ", "ランプシェードは乾いた布で拭いてください。電球を交換する前にプラグを抜いてください。"],
    ],
    questions: [
      ["返品したいのですが、いつ返金されますか？", "返品"],
      ["沖縄までの送料はいくらですか", "配送"],
      ["パスワードを忘れました", "アカウント"],
      ["クレジットカードで払えますか？", "お支払い"],
      ["土曜日の営業時間は？", "店舗"],
      ["壊れたランプを修理してもらえますか", "保証"],
      ["電球の取り替え方、交換のしかた", "お手入れ"],
      ["住所を変更したい", "アカウント"],
      ["送料無料の条件は？", "配送"],
      ["ギフトカードはいつまで使えますか", "ギフトカード"],
      ["保証期間は何年ですか", "保証"],
    ],
    others: [
      "自転車は売っていますか？",
      "昨日の試合はどちらが勝ちましたか？",
      "モンゴルの首都はどこですか？",
    ],
  },
  {
    language: "Thai",
    pages: [
      ["การคืนสินค้า", "คุณสามารถคืนสินค้าได้ภายในสามสิบวัน เราจะคืนเงินภายในห้าวันทำการหลังจากได้รับพัสดุ"],
      ["การจัดส่ง", "ค่าจัดส่งห้าสิบบาท สั่งซื้อครบห้าร้อยบาทส่งฟรี พัสดุไปภูเก็ตใช้เวลาสี่วัน"],
      ["การชำระเงิน", "เรารับบัตรเครดิต การโอนเงินผ่านธนาคาร และเก็บเงินปลายทาง เราจะเรียกเก็บเงินเมื่อส่งสินค้า"],
      ["การรับประกัน", "โคมไฟทุกชิ้นรับประกันสามปี สินค้าที่ชำรุดเราจะซ่อมในโรงงานของเราหรือเปลี่ยนให้"],
      ["บัญชี", "หากลืมรหัสผ่าน ให้คลิกลิงก์ในหน้าเข้าสู่ระบบ ที่อยู่เปลี่ยนได้ในการตั้งค่า"],
      ["ร้านค้า", "ร้านของเราในเชียงใหม่เปิดตั้งแต่เก้าโมงถึงหกโมงเย็น วันเสาร์เปิดถึงบ่ายสองโมง วันอาทิตย์หยุด"],
      ["บัตรของขวัญ", "บัตรของขวัญใช้ได้สามปี ยอดคงเหลือเก็บไว้ใช้ซื้อครั้งต่อไปได้"],
      ["การดูแล", "เช็ดโป๊ะโคมด้วยผ้าแห้ง ถอดปลั๊กก่อนเปลี่ยนหลอดไฟ"],
    ],
    questions: [
      ["ขอคืนสินค้าอย่างไร ได้เงินคืนเมื่อไหร่", "การคืนสินค้า"],
      ["ค่าส่งไปภูเก็ตเท่าไหร่", "การจัดส่ง"],
      ["ลืมรหัสผ่านทำอย่างไร", "บัญชี"],
      ["จ่ายด้วยบัตรเครดิตได้ไหม", "การชำระเงิน"],
      ["วันเสาร์ร้านเปิดกี่โมง", "ร้านค้า"],
      ["โคมไฟชำรุด ซ่อมได้ไหม", "การรับประกัน"],
      ["เปลี่ยนหลอดไฟยังไง", "การดูแล"],
      ["เปลี่ยนที่อยู่", "บัญชี"],
      ["ส่งฟรีเมื่อซื้อครบเท่าไหร่", "การจัดส่ง"],
      ["รับประกันกี่ปี", "การรับประกัน"],
      ["บัตรของขวัญหมดอายุเมื่อไหร่", "บัตรของขวัญ"],
    ],
    others: ["คุณขายจักรยานไหม", "เมื่อวานใครชนะการแข่งขัน", "เมืองหลวงของมองโกเลียคืออะไร"],
  },
  {
    language: "Arabic",
    pages: [
      ["الإرجاع", "يمكنكم إرجاع المنتج خلال ثلاثين يومًا. نعيد المبلغ خلال خمسة أيام عمل بعد استلام الطرد."],
      [
        "الشحن",
        "تكلفة الشحن عشرون ريالًا. التوصيل مجاني للطلبات التي تزيد على مئتي ريال. تستغرق الطرود إلى جدة أربعة أيام.",
      ],
      ["الدفع", "نقبل البطاقات الائتمانية والتحويلات المصرفية والدفع عند الاستلام. يُخصم المبلغ عند إرسال الطلب."],
      ["الضمان", "جميع المصابيح مضمونة لمدة ثلاث سنوات. نصلح الأجهزة المعطلة في ورشتنا أو نستبدلها."],
      [
        "الحساب",
        "إذا نسيت كلمة المرور فاضغط على الرابط في صفحة تسجيل الدخول. يمكن تغيير العنوان من الإعدادات.",
      ],
      [
        "المتجر",
        "متجرنا في الرياض مفتوح من التاسعة صباحًا حتى السادسة مساءً، ويوم السبت حتى الثانية ظهرًا. يوم الجمعة مغلق.",
      ],
      ["الهدايا", "بطاقات الهدايا صالحة لمدة ثلاث سنوات. يبقى الرصيد متاحًا لعملية الشراء التالية."],
      ["العناية", "نظفوا أغطية المصابيح بقطعة قماش جافة. افصلوا القابس قبل تبديل اللمبة."],
    ],
    questions: [
      ["كيف أرجع المنتجات؟ إرجاع منتج", "الإرجاع"],
      ["كم تكلفة شحن طرد إلى جدة", "الشحن"],
      ["نسيت كلمه المرور", "الحساب"],
      ["هل يمكن الدفع ببطاقة ائتمانية أو بتحويل مصرفي؟", "الدفع"],
      ["متى يفتح المتجر يوم السبت؟", "المتجر"],
      ["إصلاح جهاز معطل", "الضمان"],
      ["هل بطاقة هدية صالحة لسنة؟", "الهدايا"],
      ["كيف أبدل لمبة المصباح؟", "العناية"],
      ["تغيير عنواني", "الحساب"],
      ["الشحن المجاني للطلب", "الشحن"],
    ],
    others: ["هل تبيعون الدراجات؟", "من فاز في مباراة أمس؟", "ما عاصمة منغوليا؟"],
  },
];
