import type { ChatWords } from "./language.ts";

const asksNobody =
  "Niemand von uns fragt Sie je danach. Sie haben ihn nicht angefordert? Dann müssen Sie nichts tun.";
const notYou =
  "Sie waren das nicht? Ändern Sie Ihr Passwort und beenden Sie in Ihrem Profil die Sitzungen, die Sie nicht kennen.";

export const de: ChatWords = {
  functionWords:
    "der die das den dem des ein eine einen einem einer ist sind war wird werden hat habe haben kann können ich du wir ihr sie es mich mir mein meine meinen ihre ihren wie was wann wo wer warum welche welcher welches bis von für mit und oder aber auch nicht kein keine zu zum zur im in am an auf aus bei nach um es gibt man jede jeder jedes alle hallo danke guten",
  alphabet: "äöüß",
  answers: {
    hello: (name) => `Hallo! Ich bin ${name}. Was möchten Sie wissen?`,
    thanks: "Gern geschehen! Möchten Sie noch etwas wissen?",
    bye: "Auf Wiedersehen! Kommen Sie gern wieder, wenn Sie eine Frage haben.",
    whoAmI: (name) =>
      `Ich bin ${name}, ein automatischer Assistent. Ich antworte mit Zitaten aus den Seiten, die ich kenne, und sage, wo sie stehen.`,
    from: (place) => `Aus ${place}:`,
    notFound: "Dazu habe ich in den Seiten, die ich kenne, keine Antwort gefunden.",
    closest: (place) => `Am nächsten kommt ${place}, vielleicht beantwortet es die Frage aber nicht.`,
    about: (heading) => `Was gilt zu „${heading}“?`,
    refusal: "Dabei kann ich hier nicht helfen. Möchten Sie etwas anderes wissen?",
    person: {
      handsOver: "Ich gebe Sie an unser Team weiter. Es antwortet Ihnen hier.",
      isAway: "Unser Team ist gerade nicht da und antwortet hier, sobald es zurück ist.",
      askEmail: "Nennen Sie hier Ihre E-Mail-Adresse, dann erreicht Sie die Antwort auf jeden Fall.",
      hasNone: "Ich kann Sie hier nicht mit einem Menschen verbinden.",
      ask: "Mit einem Menschen sprechen",
    },
    actions: {
      fillIn: "Dafür brauche ich ein paar Angaben. Bitte füllen Sie das Formular aus.",
      confirm: "Bitte prüfen und bestätigen Sie das unten. Vorher geschieht nichts.",
      approval: "Unser Team sieht sich das zuerst an. Hier lesen Sie, wie es entscheidet.",
      page: "Einen Moment, ich sehe auf dieser Seite nach.",
      surface: "Das geht nur im Chat auf der Website.",
      pageFailed: "Die Seite konnte das nicht tun. Kann ich sonst noch helfen?",
      signIn: "Bitte melden Sie sich zuerst auf dieser Seite an. Dann kann ich das für Sie tun.",
      waiting: "Das wartet bereits auf eine Entscheidung.",
      once: "Das wurde bereits erledigt.",
      done: "Erledigt.",
      failed:
        "Das hat nicht geklappt. Bitte prüfen Sie die Angaben oder versuchen Sie es später noch einmal.",
      nothingFound: "Die Suche hat nichts gefunden.",
      declined: "Unser Team hat sich dagegen entschieden.",
      unknown: "Ich kann nicht sagen, ob das erledigt wurde. Unser Team kümmert sich darum.",
      thanks: "Vielen Dank, wir haben es.",
    },
  },
  signposts: {
    introduction:
      "(?:in )?diese[rmsn]? (?:artikel|anleitung|seite|beitrag|abschnitt|kapitel|handbuch)|erfahren sie|hier (?:erfahren|finden|lesen|erklären|zeigen)|lesen sie|siehe|mehr (?:dazu|erfahren|informationen|infos)|weitere (?:informationen|infos|artikel)|weiterlesen|inhalt(?:sverzeichnis)?:?$|inhalt dieser",
    preparation: "bevor sie|voraussetzungen|einleitung|überblick|siehe auch",
  },
  smallTalk: {
    greeting: "hallo|moin|servus|grüß gott|guten (tag|morgen|abend)",
    afterGreeting: "zusammen|wie geht's",
    thanks: "danke|vielen dank",
    afterThanks: "schön|sehr|dir|ihnen|(?:das )?hat geholfen|für (?:die|deine|ihre) hilfe",
    bye: "tschüss|tschüs|tschuess|auf wiedersehen|bis (?:dann|bald)|schönen tag(?: noch)?",
    who: "(wer|was) (bist du|sind sie)|(bist du|sind sie) (ein )?(bot|mensch|roboter)",
  },
  drafts: {
    purpose: (name) => `Beantwortet Fragen zu ${name}.`,
    welcome: (name) => `Guten Tag! Was möchten Sie über ${name} wissen?`,
    ask: (topic) => `Was gilt für ${topic}?`,
  },
  besideLauncher: {
    hideSuggestion: "Vorschlag ausblenden",
    hideMessage: "Nachricht ausblenden",
    move: "Mit Umschalttaste und Pfeiltasten verschieben",
  },
  channels: {
    disclosure: "Sie schreiben mit einem KI-Agenten.",
    isWriting: "schreibt…",
    phone: {
      tag: "de-DE",
      asksNoCalls: /^(bitte )?rufen sie (mich )?(bitte )?(nie wieder|nicht (mehr|wieder)) an$/i,
      greeting: "Hallo, hier ist der KI-Assistent von {name}. Wie kann ich helfen?",
      transfer: "Einen Moment, ich verbinde Sie.",
      voicemail: "Im Moment kann niemand Ihren Anruf annehmen. Bitte sprechen Sie nach dem Ton.",
      noWords: "Wir haben nichts gehört. Auf Wiederhören.",
      thanks: "Vielen Dank. Wir melden uns bei Ihnen. Auf Wiederhören.",
      problem: "Entschuldigung, es gab einen Fehler.",
      unavailable:
        "Diese Nummer nimmt gerade keine Anrufe an. Bitte versuchen Sie es später. Auf Wiederhören.",
      limit: "Dieser Anruf hat seine längste Dauer erreicht. Auf Wiederhören.",
      machine: "Schade, dass wir Sie nicht erreichen. Auf Wiederhören.",
      optedOut: "Wir rufen Sie nicht mehr an. Auf Wiederhören.",
    },
  },
  mail: {
    aMember: "Ein Mitglied",
    digest: {
      subject: "Was bei {organization} wartet: {count}",
      says: "Das wartet bei {organization} auf Sie oder auf irgendjemanden im Team.",
      assigned: "Ihnen zugeteilt und wartend: {count}",
      unassigned: "Wartet auf jemanden: {count}",
      mentions: "Eine Notiz nennt Sie: {count}",
      approvals: "Warten auf eine Genehmigung: {count}",
      more: "Weitere: {count}",
      muted: "Stummgeschaltet und weggelassen: {count}",
      button: "Posteingang öffnen",
      why: "Sie haben diese E-Mail in Ihrem Profil gewählt. Dort ändern Sie, wie oft sie kommt.",
      stop: "Diese E-Mails abbestellen",
      stoppedTitle: "Diese E-Mails sind abbestellt",
      stopped:
        "Sie bekommen keine E-Mails mehr darüber, was in dieser Organisation wartet. In Ihrem Profil schalten Sie sie wieder ein.",
      notGood: "Dieser Link gilt nicht mehr. In Ihrem Profil schalten Sie diese E-Mails ab.",
    },
    report: {
      subject: "Wochenbericht: {report}",
      says: "Die Zahlen von {organization} vom {from} bis {to}.",
      figures: "Verglichen mit dem Zeitraum davor",
      changed: "{figure}: {value} ({change})",
      button: "Insights öffnen",
      why: "Sie haben diesen Wochenbericht in den Insights eingeschaltet.",
      stop: "Wochenberichte abbestellen",
      stoppedTitle: "Die Wochenberichte sind abbestellt",
      stopped:
        "Sie bekommen aus dieser Organisation keine Berichte mehr per E-Mail. In den Insights schalten Sie sie wieder ein.",
      notGood: "Dieser Link gilt nicht mehr. In den Insights schalten Sie die Berichte ab.",
    },
    notice: {
      handoffSubject: "{visitor} wartet auf einen Menschen",
      handoffSays: "{visitor} hat in einem Gespräch mit {agent} nach einem Menschen gefragt.",
      approvalSubject: "Freigabe nötig: {title}",
      approvalSays: "{agent} möchte dies für {visitor} tun: {title}. Es wartet auf Ihr Team.",
      lastWords: "Letzte Nachricht",
      button: "Gespräch öffnen",
      reply:
        "Antworten Sie auf diese Mail, um {visitor} zu antworten. Ihre Antwort geht unter Ihrem Namen hinaus.",
      noReply: "Antworten auf diese Mail liest niemand. Antworten Sie im Posteingang.",
      decideThere: "Genehmigen oder ablehnen können Sie im Posteingang. Diese Mail entscheidet nichts.",
      refusedSubject: "Ihre Antwort wurde nicht gesendet",
      refused: {
        unverified:
          "Wir konnten nicht prüfen, ob Ihre Antwort von Ihrer Adresse kam, weil ihr Mailserver sie nicht signiert hat (DKIM). Der Besucher hat nichts erhalten. Antworten Sie im Posteingang.",
        notAllowed: "Sie dürfen Besuchern dort nicht mehr antworten. Ihre Antwort wurde nicht gesendet.",
        empty:
          "In Ihrer Antwort stand kein eigener Text. Der Besucher hat nichts erhalten. Schreiben Sie über das Zitat, oder antworten Sie im Posteingang.",
        failed:
          "Ihre Antwort konnte nicht in das Gespräch aufgenommen werden. Der Besucher hat nichts erhalten. Antworten Sie im Posteingang.",
      },
    },
    keyRefused: {
      subject: "Der Modell-Schlüssel „{key}“ funktioniert nicht mehr",
      says: "Der Modell-Schlüssel „{key}“ ({provider}) von {organization} funktioniert nicht mehr. Was ihn braucht, kommt ohne ihn aus, bis er wieder funktioniert.",
      agents: "Agenten, und was solange antwortet: {count}",
      defaults: "Standardmodelle, und was solange verwendet wird",
      user: {
        agent: "{agent}",
        fallback: "{agent}, als Ersatz",
        chat: "Neue Agenten",
        code: "Entwürfe durch KI",
        embedding: "Wissen",
        speech: "Sprachnachrichten",
      },
      instead: {
        key: "der Schlüssel „{other}“",
        server: "der eigene Schlüssel dieses Servers",
        model: "{model}",
        builtin: "das eingebaute Modell",
        words: "es wird nur nach seinen Wörtern gefunden",
        nothing: "sie werden nicht aufgeschrieben",
      },
      more: "Weitere: {count}",
      unused: "Zurzeit braucht ihn kein Agent und kein Standardmodell.",
      button: "Modell-Schlüssel öffnen",
      small: [
        "„Model keys“ in „Settings“ sagt, warum er nicht funktioniert und was zu tun ist.",
        "Sie erfahren es einmal, und erst dann wieder, wenn er inzwischen funktioniert hat und erneut ausfällt.",
      ],
    },
    letters: {
      invite: {
        subject: "{who} lädt Sie zu {organization} ein",
        says: "{who} lädt Sie ein, bei {organization} an den KI-Agenten und Gesprächen mitzuarbeiten.",
        button: "Einladung annehmen",
        small: ["Der Link gilt sieben Tage.", "Sie haben das nicht erwartet? Dann müssen Sie nichts tun."],
      },
      password: {
        subject: "Neues Passwort wählen",
        says: "Jemand, vermutlich Sie selbst, hat ein neues Passwort für Ihr {brand}-Konto angefordert.",
        button: "Neues Passwort wählen",
        small: [
          "Der Link gilt eine Stunde und funktioniert einmal.",
          "Sie waren das nicht? Dann müssen Sie nichts tun: Das alte Passwort bleibt.",
        ],
      },
      code: {
        subject: "Ihr Code für {brand} lautet {code}",
        says: "Geben Sie diesen Code dort ein, wo Sie begonnen haben, Ihr Konto anzulegen:",
        button: "Seite öffnen",
        small: ["Der Code gilt fünfzehn Minuten und funktioniert einmal, nur in diesem Browser.", asksNobody],
      },
      taken: {
        subject: "Sie haben bereits ein {brand}-Konto",
        says: "Jemand, vermutlich Sie selbst, wollte mit dieser Adresse ein Konto anlegen. Es gibt schon eines, darum wurde nichts angelegt.",
        button: "Anmelden",
        small: [
          "Passwort vergessen? Auf der Anmeldeseite können Sie sich einen Link zu einem neuen schicken lassen.",
          "Sie waren das nicht? Dann müssen Sie nichts tun.",
        ],
      },
      newEmail: {
        subject: "Bestätigen Sie Ihre Adresse: {code}",
        says: "Geben Sie diesen Code in Ihrem {brand}-Profil ein, dann gehört diese Adresse zu Ihrem Konto:",
        small: ["Der Code gilt fünfzehn Minuten und funktioniert einmal.", asksNobody],
      },
      usedEmail: {
        subject: "Ihre Adresse gehört zu Ihrem Konto",
        says: "Jemand wollte diese Adresse einem anderen {brand}-Konto geben. Sie gehört zu Ihrem, darum wurde nichts geändert.",
        small: ["Sie müssen nichts tun."],
      },
      emailChanged: {
        subject: "Die Adresse Ihres Kontos wurde geändert",
        says: "Ihr {brand}-Konto hat jetzt die Adresse {email}. Diese hier wird nicht mehr verwendet.",
        small: ["Sie waren das nicht? Wer den Server betreibt, kann Ihnen das Konto zurückgeben."],
      },
      secondFactorOn: {
        subject: "Anmeldung in zwei Schritten wurde eingeschaltet",
        says: "Für Ihr {brand}-Konto wurde die Anmeldung in zwei Schritten eingeschaltet.",
        small: [notYou],
      },
      secondFactorOff: {
        subject: "Anmeldung in zwei Schritten wurde ausgeschaltet",
        says: "Für Ihr {brand}-Konto wurde die Anmeldung in zwei Schritten ausgeschaltet.",
        small: [notYou],
      },
      accepted: {
        subject: "{who} ist jetzt bei {organization}",
        says: "{who} hat Ihre Einladung zu {organization} angenommen.",
        button: "Team ansehen",
        small: ["In Ihrem Profil können Sie diese E-Mails abschalten."],
      },
      creditsAlert: {
        subject: "{organization} hat {percent} % der Credits dieses Monats verbraucht",
        says: "{organization} hat {percent} % der {limit} Credits verbraucht, die der Tarif in diesem Monat erlaubt. Sind sie aufgebraucht, antworten die Agenten mit dem eingebauten Modell, das nichts kostet.",
        button: "Verbrauch ansehen",
        small: [],
      },
      creditsUsed: {
        subject: "{organization} hat die Credits dieses Monats aufgebraucht",
        says: "Die {limit} Credits Ihres Tarifs sind aufgebraucht. Bis zum Monatsende antworten die Agenten mit dem eingebauten Modell, das nichts kostet und aus Ihren Quellen zitiert.",
        button: "Tarife ansehen",
        small: [],
      },
      upgradeAsked: {
        subject: "{who} bittet um einen größeren Tarif für {organization}",
        says: "{who} bittet Sie, {organization} auf einen größeren Tarif umzustellen.",
        button: "Tarife ansehen",
        small: [],
      },
      webhookGone: {
        subject: "„{webhook}“ wurde abgeschaltet",
        says: "Der Webhook „{webhook}“ von {organization} wurde abgeschaltet: Seine Adresse meldet, dass es sie nicht mehr gibt. Was in Gesprächen geschieht, wird nicht mehr dorthin gesendet.",
        button: "Webhook öffnen",
        small: [
          "Schalten Sie ihn wieder ein, sobald die Adresse stimmt. Was nicht zugestellt wurde, lässt sich dort noch einmal senden.",
        ],
      },
      workflowPaused: {
        subject: "„{workflow}“ wurde angehalten",
        says: "Der Workflow „{workflow}“ von {organization} wurde angehalten: {count} seiner Läufe sind nacheinander fehlgeschlagen. Er startet keine neuen Läufe.",
        button: "Workflow öffnen",
        small: [
          "Sehen Sie sich die fehlgeschlagenen Läufe an, korrigieren Sie die Schritte und schalten Sie ihn wieder ein.",
        ],
      },
      workflowAsks: {
        subject: "„{workflow}“ braucht Ihre Freigabe",
        says: "Der Workflow „{workflow}“ von {organization} wartet auf Ihre Freigabe: {title}",
        button: "Posteingang öffnen",
        small: [
          "Sie steht über der Liste der Unterhaltungen. Nach einer Entscheidung läuft der Workflow weiter.",
        ],
      },
      workflowFailed: {
        subject: "„{workflow}“ ist fehlgeschlagen",
        says: "Ein Lauf des Workflows „{workflow}“ von {organization} ist fehlgeschlagen. {title}",
        button: "Lauf öffnen",
        small: [
          "Wir schreiben erst wieder, wenn ein Lauf gelungen ist. Fünf Fehlschläge nacheinander halten den Workflow an.",
        ],
      },
      webhookFailing: {
        subject: "„{webhook}“ wurde abgeschaltet",
        says: "Der Webhook „{webhook}“ von {organization} wurde abgeschaltet: Drei Tage lang konnte ihm nichts zugestellt werden. Was in Gesprächen geschieht, wird nicht mehr dorthin gesendet.",
        button: "Webhook öffnen",
        small: [
          "Schalten Sie ihn wieder ein, sobald die Adresse stimmt. Was nicht zugestellt wurde, lässt sich dort noch einmal senden.",
        ],
      },
    },
  },
};
