import com.fasterxml.jackson.databind.ObjectMapper;
import ezvcard.Ezvcard;
import ezvcard.VCard;
import ezvcard.property.Photo;
import ezvcard.property.RawProperty;
import ezvcard.property.Telephone;
import ezvcard.property.Url;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Prints what ez-vcard reads in contact files, as JSON. Arguments: the files. */
public final class ReadContacts {
  public static void main(String[] files) throws Exception {
    List<Object> all = new ArrayList<>();
    for (String file : files) all.add(read(Ezvcard.parse(Path.of(file)).first()));
    System.out.write(new ObjectMapper().writeValueAsString(all).getBytes(StandardCharsets.UTF_8));
    System.out.flush();
  }

  private static Map<String, Object> read(VCard card) {
    Map<String, String> labels = new HashMap<>();
    for (RawProperty each : card.getExtendedProperties("X-ABLabel")) labels.put(each.getGroup(), each.getValue());
    Map<String, Object> read = new LinkedHashMap<>();
    read.put("version", card.getVersion().getVersion());
    read.put("name", card.getFormattedName().getValue());
    read.put("company", card.getOrganization() == null ? "" : card.getOrganization().getValues().get(0));
    List<String[]> numbers = new ArrayList<>();
    for (Telephone each : card.getTelephoneNumbers()) numbers.add(new String[] {each.getText(), label(labels, each.getGroup())});
    read.put("numbers", numbers);
    List<String> emails = new ArrayList<>();
    card.getEmails().forEach(each -> emails.add(each.getValue()));
    read.put("emails", emails);
    List<String[]> urls = new ArrayList<>();
    for (Url each : card.getUrls()) urls.add(new String[] {each.getValue(), label(labels, each.getGroup())});
    read.put("urls", urls);
    read.put("note", card.getNotes().isEmpty() ? "" : card.getNotes().get(0).getValue());
    List<Photo> photos = card.getPhotos();
    read.put("photo", photos.isEmpty() ? "" : Base64.getEncoder().encodeToString(photos.get(0).getData()));
    return read;
  }

  private static String label(Map<String, String> labels, String group) {
    return group == null ? "" : labels.getOrDefault(group, "");
  }
}
